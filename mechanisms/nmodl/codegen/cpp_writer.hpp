#pragma once

#include <string>

#include "mechanisms/nmodl/codegen/plan.hpp"

namespace ranvier::nmodl {

/// Collects lines of C++, indented by their depth in braces.
class CppWriter {
  public:
    /// Adds a line. A line that begins with } is moved out, one that ends with { moves what follows in.
    void line(const std::string& text);
    void blank() { text_ += "\n"; }
    /// Adds text as it is.
    void raw(const std::string& text) { text_ += text; }
    const std::string& text() const { return text_; }

  private:
    std::string text_;
    std::size_t depth_ = 0;
};

/// A name that is neither a C++ keyword nor used by the generator.
std::string cpp_name(const std::string& name);

/// A string literal with its quotes.
std::string cpp_string(const std::string& text);

/// A double literal with its full value.
std::string cpp_number(double value);

}  // namespace ranvier::nmodl
