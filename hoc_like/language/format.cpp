#include "hoc_like/language/format.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string_view>

namespace ranvier::hoc {
namespace {

// Number and text conversions of printf. Those that scripts use most go past snprintf.

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_flag(char c) {
    return c == '-' || c == '+' || c == ' ' || c == '#' || c == '0';
}

bool is_conversion(char c) {
    switch (c) {
        case 'd':
        case 'i':
        case 'o':
        case 'u':
        case 'x':
        case 'X':
        case 'c':
        case 's':
        case 'f':
        case 'F':
        case 'e':
        case 'E':
        case 'g':
        case 'G':
        case 'a':
        case 'A':
            return true;
        default:
            return false;
    }
}

bool ends_directive(char c) {
    switch (c) {
        case 'd':
        case 'o':
        case 'x':
        case 'c':
        case 'f':
        case 'e':
        case 'g':
        case 's':
        case '%':
            return true;
        default:
            return false;
    }
}

/// One directive: what stands from a '%' to the letter that ends it. NEURON ends it at one of d o x c f e g s alone;
/// any other letter before is the one that printf sees, and what follows that is plain text.
struct Directive {
    std::string_view whole;
    std::string_view flags;  ///< '-', '+', ' ', '0', '#'
    int width = 0;
    int precision = -1;
    char letter = 0;
    std::string_view suffix;
};

std::string_view::const_iterator read_number(std::string_view::const_iterator at, std::string_view::const_iterator end,
                                             int& number) {
    number = 0;
    while (at != end && is_digit(*at)) number = std::min(100000, 10 * number + (*at++ - '0'));
    return at;
}

Directive read_directive(const Call& call, std::string_view whole) {
    Directive directive;
    directive.whole = whole;
    const auto end = whole.end();
    auto at = whole.begin() + 1;
    const auto flags = at;
    while (at != end && is_flag(*at)) ++at;
    directive.flags = {flags, at};
    at = read_number(at, end, directive.width);
    if (at != end && *at == '.') at = read_number(at + 1, end, directive.precision);
    while (at != end && (*at == 'l' || *at == 'h')) ++at;
    // A width of 2e9 would be a denial of service, not a table.
    if (directive.width > 9999 || directive.precision > 9999)
        call.fail("the width in the format " + std::string{whole} + " is too large");
    directive.letter = at == end ? '\0' : *at;
    if (!is_conversion(directive.letter)) call.fail("the format " + std::string{whole} + " is not one of printf's");
    directive.suffix = {at + 1, end};
    return directive;
}

void pad(std::string& out, std::size_t start, const Directive& directive) {
    const std::size_t length = out.size() - start;
    if (static_cast<std::size_t>(directive.width) <= length) return;
    const std::size_t missing = static_cast<std::size_t>(directive.width) - length;
    if (directive.flags.find('-') != std::string_view::npos) {
        out.append(missing, ' ');
    } else {
        out.insert(start, missing, ' ');
    }
}

template <class T>
void print(std::string& out, const Directive& directive, const char* length_modifier, T value) {
    std::string format{"%"};
    format += directive.flags;
    if (directive.width > 0) format += std::to_string(directive.width);
    if (directive.precision >= 0) format += "." + std::to_string(directive.precision);
    format += length_modifier;
    format += directive.letter;
    const int length = std::snprintf(nullptr, 0, format.c_str(), value);
    if (length <= 0) return;
    const std::size_t old = out.size();
    out.resize(old + static_cast<std::size_t>(length) + 1);
    std::snprintf(out.data() + old, static_cast<std::size_t>(length) + 1, format.c_str(), value);
    out.resize(old + static_cast<std::size_t>(length));
}

bool only_minus(const Directive& directive) {
    return directive.flags.empty() || directive.flags == "-";
}

void append_real(std::string& out, const Directive& directive, double value) {
    std::chars_format style = std::chars_format::general;
    if (directive.letter == 'f') style = std::chars_format::fixed;
    if (directive.letter == 'e') style = std::chars_format::scientific;
    const bool is_plain = directive.letter == 'g' || directive.letter == 'f' || directive.letter == 'e';
    if (!is_plain || !only_minus(directive) || directive.precision > 40) {
        print(out, directive, "", value);
        return;
    }
    char text[400];
    const auto done = std::to_chars(text, text + sizeof text, value, style,
                                    directive.precision < 0 ? 6 : std::min(directive.precision, 40));
    const std::size_t start = out.size();
    out.append(text, done.ptr);
    pad(out, start, directive);
}

// As an x86 converts: what does not fit becomes the least number.
template <class Integer>
Integer whole_of(double value) {
    constexpr double least = static_cast<double>(std::numeric_limits<Integer>::min());
    return value > least - 1 && value < -least ? static_cast<Integer>(value) : std::numeric_limits<Integer>::min();
}

void append_whole(std::string& out, const Directive& directive, bool is_long, double value) {
    if (is_long) {
        print(out, directive, "ll", whole_of<long long>(value));
        return;
    }
    const int whole = whole_of<int>(value);
    const bool is_decimal = directive.letter == 'd' || directive.letter == 'i';
    if (!is_decimal || !only_minus(directive) || directive.precision >= 0) {
        print(out, directive, "", whole);
        return;
    }
    char text[16];
    const std::size_t start = out.size();
    out.append(text, std::to_chars(text, text + sizeof text, whole).ptr);
    pad(out, start, directive);
}

void append_text(std::string& out, const Directive& directive, std::string_view text) {
    text = text.substr(0, std::min(text.size(), text.find('\0')));
    if (directive.precision >= 0) text = text.substr(0, static_cast<std::size_t>(directive.precision));
    const std::size_t start = out.size();
    out += text;
    pad(out, start, directive);
}

// The character 0 ends the text, and what follows is written over it.
void append_character(std::string& out, const Directive& directive, char character) {
    const std::size_t start = out.size();
    print(out, directive, "", static_cast<int>(character));
    out += directive.suffix;
    out.resize(std::min(out.size(), out.find('\0', start)));
}

void convert(const Call& call, std::string& out, std::string_view whole, int argument) {
    Directive directive;
    directive.whole = whole;
    if (whole.size() == 2) {  // nothing between the % and the letter that ends it
        directive.letter = whole[1];
    } else {
        directive = read_directive(call, whole);
    }
    switch (directive.letter) {
        case 'd':
        case 'i':
        case 'o':
        case 'x':
        case 'X':
        case 'u':
            append_whole(out, directive, whole.find('l') != std::string_view::npos, call.number(argument));
            break;
        case 'c':
            append_character(out, directive, static_cast<char>(whole_of<int>(call.number(argument))));
            return;
        case 's':
            if (call.is_object(argument)) {
                const ObjectPtr object = call.object(argument);
                append_text(out, directive, object ? object->name() : "NULLobject");
            } else {
                append_text(out, directive, call.text(argument));
            }
            break;
        default:
            append_real(out, directive, call.number(argument));
    }
    out += directive.suffix;
}

}  // namespace

void format_arguments(const Call& call, int first, std::string& out) {
    const std::string_view format = call.text(first);
    int argument = first + 1;
    std::size_t plain = 0;  // where the text starts that is not yet in `out`
    for (std::size_t at = 0; at < format.size(); ++at) {
        if (format[at] != '%') continue;
        out.append(format, plain, at - plain);
        std::size_t end = at + 1;
        while (end < format.size() && !ends_directive(format[end])) ++end;
        if (end == format.size()) {
            out.append(format, at);
            return;
        }
        const std::string_view directive = format.substr(at, end + 1 - at);
        if (directive.back() == '%') {
            out += directive.substr(0, directive.size() - 1);
        } else {
            convert(call, out, directive, argument++);
        }
        plain = end + 1;
        at = end;
    }
    out.append(format, plain);
}

int scan_arguments(const Call& call) {
    const std::string text = call.string(0);
    const std::string format = call.string(1);
    int argument = 2;
    int done = 0;
    bool any = false;  // a conversion succeeded, assigned or not
    std::size_t at = 0;
    const auto is_space = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
    // As in C the end of the text before the first conversion is told from a text that does not match.
    const auto stopped = [&] { return !any && at >= text.size() ? -1 : done; };
    const auto skip_spaces = [&] {
        while (at < text.size() && is_space(text[at])) ++at;
    };
    for (std::size_t i = 0; i < format.size(); ++i) {
        if (is_space(format[i])) {
            skip_spaces();
            continue;
        }
        if (format[i] != '%') {
            if (at >= text.size() || text[at] != format[i]) return stopped();
            ++at;
            continue;
        }
        ++i;
        bool skip = false;
        if (i < format.size() && format[i] == '*') skip = true, ++i;
        std::size_t width = 0;
        while (i < format.size() && std::isdigit(static_cast<unsigned char>(format[i])) && width < 100000) {
            width = 10 * width + static_cast<std::size_t>(format[i++] - '0');
        }
        while (i < format.size() && (format[i] == 'l' || format[i] == 'h')) ++i;
        if (i >= format.size()) return stopped();
        const char kind = format[i];
        if (kind == '%') {
            if (at >= text.size() || text[at] != '%') return stopped();
            ++at;
            continue;
        }
        if (kind == 's' || kind == 'c' || kind == '[') {
            std::string set;
            bool inverted = false;
            if (kind == '[') {
                ++i;
                if (i < format.size() && format[i] == '^') inverted = true, ++i;
                do {
                    if (i + 2 < format.size() && format[i + 1] == '-' && format[i + 2] != ']') {
                        for (char c = format[i]; c < format[i + 2]; ++c) set += c;
                        i += 2;
                    }
                    if (i < format.size()) set += format[i++];
                } while (i < format.size() && format[i] != ']');
            }
            if (kind == 's') skip_spaces();
            if (kind == 'c' && width == 0) width = 1;
            std::string found;
            while (at < text.size() && (width == 0 || found.size() < width)) {
                const char c = text[at];
                if (kind == 's' && is_space(c)) break;
                if (kind == '[' && (set.find(c) != std::string::npos) == inverted) break;
                found += c;
                ++at;
            }
            if (found.empty()) return stopped();
            any = true;
            if (!skip) {
                if (kind == 'c' && call.is_reference(argument)) {
                    call.reference(argument++)->store(static_cast<unsigned char>(found[0]));
                } else {
                    call.set_string(argument++, found);
                }
                ++done;
            }
            continue;
        }
        skip_spaces();
        const std::string rest = text.substr(at, width ? width : std::string::npos);
        char* end = nullptr;
        double value = 0;
        if (kind == 'd' || kind == 'i' || kind == 'u') {
            value = static_cast<double>(std::strtoll(rest.c_str(), &end, kind == 'i' ? 0 : 10));
        } else if (kind == 'x' || kind == 'o') {
            value = static_cast<double>(std::strtoll(rest.c_str(), &end, kind == 'x' ? 16 : 8));
        } else {
            value = std::strtod(rest.c_str(), &end);
        }
        if (end == rest.c_str()) return stopped();
        any = true;
        at += static_cast<std::size_t>(end - rest.c_str());
        if (!skip) {
            call.reference(argument++)->store(value);
            ++done;
        }
    }
    return done;
}

}  // namespace ranvier::hoc
