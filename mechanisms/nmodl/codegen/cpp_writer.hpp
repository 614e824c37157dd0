#pragma once

#include <string>

#include "mechanisms/nmodl/codegen/plan.hpp"

namespace ranvier::nmodl {

/// Collects lines of C++, indented by their depth in braces.
class CppWriter {
  public:
    /// Adds a line. A line that begins with } is outdented; after a line that ends with {, lines are indented.
    void line(const std::string& text);
    void blank() { text_ += "\n"; }
    /// Adds text as it is.
    void raw(const std::string& text) { text_ += text; }
    const std::string& text() const { return text_; }

  private:
    std::string text_;
    std::size_t depth_ = 0;
};

/// `name`, changed if it is a C++ keyword or used by the generator.
std::string cpp_name(const std::string& name);

/// A string literal with its quotes.
std::string cpp_string(const std::string& text);
/// The C literal of a string in NMODL, which has the escapes of C. Nothing in the string ends the literal.
std::string cpp_text(const std::string& text);
/// A comment that ends where the text ends.
std::string cpp_comment(const std::string& text);

/// A double literal with all digits of the value.
std::string cpp_number(double value);

}  // namespace ranvier::nmodl
