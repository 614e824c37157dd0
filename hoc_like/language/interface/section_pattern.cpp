#include "hoc_like/language/interface/section_pattern.hpp"

#include <stdexcept>

namespace ranvier::hoc {

std::regex section_pattern(const std::string& text) {
    std::string pattern;
    for (const char c : text) {
        if (c == '<' || c == '>') {
            pattern += c == '<' ? '[' : ']';
            continue;
        }
        if (c == '[' || c == ']') pattern += '\\';
        pattern += c;
    }
    try {
        return std::regex{pattern};
    } catch (const std::regex_error&) {
        throw std::runtime_error{"\"" + text + "\" is not a regular expression"};
    }
}

}  // namespace ranvier::hoc
