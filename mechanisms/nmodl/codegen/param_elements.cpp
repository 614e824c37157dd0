#include "mechanisms/nmodl/codegen/param_elements.hpp"

#include <cctype>
#include <regex>
#include <set>

namespace ranvier::nmodl {
namespace {

bool is_blank(char c) {
    return std::isspace(static_cast<unsigned char>(c)) != 0;
}

bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

std::size_t without_blanks(const std::string& c, std::size_t end) {
    while (end > 0 && is_blank(c[end - 1])) --end;
    return end;
}

/// The position of the bracket that is closed right before `end`; npos if there is none.
std::size_t opening(const std::string& c, std::size_t end) {
    int depth = 0;
    for (std::size_t k = end; k-- > 0;) {
        if (c[k] == ')' || c[k] == ']') ++depth;
        if ((c[k] == '(' || c[k] == '[') && --depth == 0) return k;
    }
    return std::string::npos;
}

/// The position where the bracket at `begin` closes; npos if there is none.
std::size_t closing(const std::string& c, std::size_t begin) {
    int depth = 0;
    for (std::size_t k = begin; k < c.size(); ++k) {
        if (c[k] == '(' || c[k] == '[') ++depth;
        if ((c[k] == ')' || c[k] == ']') && --depth == 0) return k;
    }
    return std::string::npos;
}

/// Whether a parenthesis after the word does not begin a call.
bool is_keyword(const std::string& word) {
    static const std::set<std::string> keywords = {"case", "do", "else", "for", "if", "return", "sizeof", "while"};
    return keywords.contains(word);
}

std::size_t begin_of_word(const std::string& c, std::size_t end) {
    while (end > 0 && is_word(c[end - 1])) --end;
    return end;
}

/// The beginning of the name, call, element or parenthesis that ends before `end`; `end` if there is none.
std::size_t begin_of_part(const std::string& c, std::size_t end) {
    std::size_t at = end;
    while (at > 0 && (c[at - 1] == ']' || c[at - 1] == ')')) {
        const bool is_element = c[at - 1] == ']';
        const auto open = opening(c, at);
        if (open == std::string::npos) return end;
        const auto before = without_blanks(c, open);
        const auto word = begin_of_word(c, before);
        if (!is_element && (word == before || is_keyword(c.substr(word, before - word)))) return open;
        at = before;
    }
    return begin_of_word(c, at);
}

/// The beginning of the operand that ends before `end`: parts joined by `.` and `->`.
std::size_t begin_of_operand(const std::string& c, std::size_t end) {
    for (std::size_t at = without_blanks(c, end);;) {
        at = begin_of_part(c, at);
        const auto before = without_blanks(c, at);
        if (before > 0 && c[before - 1] == '.') {
            at = without_blanks(c, before - 1);
        } else if (before > 1 && c.compare(before - 2, 2, "->") == 0) {
            at = without_blanks(c, before - 2);
        } else {
            return at;
        }
    }
}

}  // namespace

std::string with_param_elements(const std::string& c) {
    static const std::regex element(R"(\s*->\s*param\s*\[)");
    std::string made = c;
    std::smatch found;
    std::size_t from = 0;
    while (std::regex_search(made.cbegin() + static_cast<std::ptrdiff_t>(from), made.cend(), found, element)) {
        const auto arrow = from + static_cast<std::size_t>(found.position());
        const auto open = arrow + static_cast<std::size_t>(found.length()) - 1;
        const auto close = closing(made, open);
        const auto begin = begin_of_operand(made, arrow);
        if (close == std::string::npos || begin == arrow) {
            from = open;
            continue;
        }
        const auto call = "(*rv_param_at(" + made.substr(begin, arrow - begin) + ", " +
                          made.substr(open + 1, close - open - 1) + "))";
        made.replace(begin, close + 1 - begin, call);
        from = begin;
    }
    return made;
}

}  // namespace ranvier::nmodl
