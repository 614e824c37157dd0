#include "hoc_like/language/syntax/source.hpp"

#include <algorithm>

namespace ranvier::hoc {

Source::Source(std::string name, std::string_view text) : name_{std::move(name)} {
    text_.reserve(text.size() + 1);
    while (true) {
        const std::size_t return_at = text.find('\r');
        text_ += text.substr(0, return_at);
        if (return_at == std::string_view::npos) break;
        text.remove_prefix(return_at + 1);
        if (!text.starts_with('\n')) text_ += '\n';
    }
    line_starts_.push_back(0);
    for (std::size_t i = text_.find('\n'); i != std::string::npos; i = text_.find('\n', i + 1)) {
        line_starts_.push_back(static_cast<int>(i + 1));
    }
}

int Source::line_index(int offset) const {
    const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
    return static_cast<int>(next - line_starts_.begin()) - 1;
}

Location Source::locate(int offset) const {
    const int line = line_index(offset);
    return {name_, line + 1, offset - line_starts_[static_cast<std::size_t>(line)] + 1};
}

std::string_view Source::line_at(int offset) const {
    const auto start = static_cast<std::size_t>(line_starts_[static_cast<std::size_t>(line_index(offset))]);
    const auto end = std::min(text_.find('\n', start), text_.size());
    return std::string_view{text_}.substr(start, end - start);
}

std::string render(const Source& source, const Mistake& mistake) {
    const Location where = source.locate(mistake.offset);
    std::string text = where.file + ":" + std::to_string(where.line) + ":" + std::to_string(where.column) +
                       ": error: " + mistake.message + "\n";
    const std::string_view line = source.line_at(mistake.offset);
    if (line.size() > 500) return text;
    std::string blanks{line.substr(0, static_cast<std::size_t>(where.column - 1))};
    std::replace_if(blanks.begin(), blanks.end(), [](char c) { return c != '\t'; }, ' ');
    return text.append("    ").append(line).append("\n    ").append(blanks).append("^\n");
}

}  // namespace ranvier::hoc
