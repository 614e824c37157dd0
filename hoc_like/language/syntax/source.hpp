#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hoc_like/language/interface/error.hpp"

namespace ranvier::hoc {

/// A hoc text with its name for messages. DOS and old Mac line ends are converted to '\n'.
class Source {
  public:
    Source(std::string name, std::string_view text);

    const std::string& name() const { return name_; }
    const std::string& text() const { return text_; }
    Location locate(int offset) const;
    /// The line that contains `offset`, without its newline.
    std::string_view line_at(int offset) const;

  private:
    int line_index(int offset) const;
    std::string name_;
    std::string text_;
    std::vector<int> line_starts_;
};
using SourcePtr = std::shared_ptr<const Source>;

/// An error at a place of a source, not yet rendered.
struct Mistake {
    int offset;
    std::string message;
};

/// "file:line:column: error: message", followed by the line and a caret.
std::string render(const Source& source, const Mistake& mistake);

}  // namespace ranvier::hoc
