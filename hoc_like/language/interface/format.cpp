#include "hoc_like/language/interface/format.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string_view>

#include "hoc_like/language/interface/characters.hpp"
#include "hoc_like/language/interface/decimal.hpp"

namespace ranvier::hoc {
namespace {

// Number and text conversions of printf. The most frequent ones bypass snprintf.

/// A set of characters; asked for every character of a format.
class CharacterSet {
  public:
    explicit constexpr CharacterSet(std::string_view members) {
        for (const char c : members) has_[static_cast<unsigned char>(c)] = true;
    }
    constexpr bool has(char c) const { return has_[static_cast<unsigned char>(c)]; }

  private:
    bool has_[256] = {};
};

constexpr CharacterSet all_flags{"-+ #0"}, conversions{"diouxXcsfFeEgGaA"}, ends_of_directives{"doxcfegs%"};

/// One directive, from a '%' to its final letter. NEURON ends a directive only at one of d o x c f e g s; printf takes
/// any other letter before that as the conversion, and the rest as plain text.
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
    while (at != end && all_flags.has(*at)) ++at;
    directive.flags = {flags, at};
    at = read_number(at, end, directive.width);
    if (at != end && *at == '.') at = read_number(at + 1, end, directive.precision);
    while (at != end && (*at == 'l' || *at == 'h')) ++at;
    // A width of 2e9 would be a denial of service, not a table.
    if (directive.width > 9999 || directive.precision > 9999)
        call.fail("the width in the format " + std::string{whole} + " is too large");
    directive.letter = at == end ? '\0' : *at;
    if (!conversions.has(directive.letter))
        call.fail("the format " + std::string{whole} + " is not a printf conversion");
    directive.suffix = {at + 1, end};
    return directive;
}

void append_padded(TextBuffer& out, const Directive& directive, std::string_view piece) {
    const auto width = static_cast<std::size_t>(directive.width);
    const std::size_t missing = width > piece.size() ? width - piece.size() : 0;
    const bool is_left = directive.flags.find('-') != std::string_view::npos;
    if (!is_left) out.append(missing, ' ');
    out.append(piece);
    if (is_left) out.append(missing, ' ');
}

template <class T>
void print(TextBuffer& out, const Directive& directive, const char* length_modifier, T value) {
    std::string format{"%"};
    format += directive.flags;
    if (directive.width > 0) format += std::to_string(directive.width);
    if (directive.precision >= 0) format += "." + std::to_string(directive.precision);
    format += length_modifier;
    format += directive.letter;
    const int length = std::snprintf(nullptr, 0, format.c_str(), value);
    if (length <= 0) return;
    char* const start = out.room(static_cast<std::size_t>(length) + 1);
    std::snprintf(start, static_cast<std::size_t>(length) + 1, format.c_str(), value);
    out.advance_to(start + length);
}

bool only_minus(const Directive& directive) {
    return directive.flags.empty() || directive.flags == "-";
}

/// Whether the value is an integer that %g prints like %d.
bool is_short_whole(double value) {
    return std::abs(value) < 1e6 && static_cast<double>(static_cast<int>(value)) == value &&
           !(value == 0 && std::signbit(value));
}

void append_real(TextBuffer& out, const Directive& directive, double value) {
    const bool is_plain = directive.letter == 'g' || directive.letter == 'f' || directive.letter == 'e';
    if (!is_plain || !only_minus(directive) || directive.precision > 40) {
        print(out, directive, "", value);
        return;
    }
    char text[400];
    char* end = nullptr;
    if (directive.letter == 'g' && directive.precision < 0 && is_short_whole(value)) {
        end = std::to_chars(text, text + sizeof text, static_cast<int>(value)).ptr;
    } else {
        std::chars_format style = std::chars_format::general;
        if (directive.letter == 'f') style = std::chars_format::fixed;
        if (directive.letter == 'e') style = std::chars_format::scientific;
        const int precision = directive.precision < 0 ? 6 : directive.precision;
        end = write_decimal(text, value, directive.letter, precision);
        if (!end) end = std::to_chars(text, text + sizeof text, value, style, precision).ptr;
    }
    append_padded(out, directive, {text, end});
}

// A number that does not fit becomes the smallest integer, as on x86.
template <class Integer>
Integer whole_of(double value) {
    constexpr double least = static_cast<double>(std::numeric_limits<Integer>::min());
    return value > least - 1 && value < -least ? static_cast<Integer>(value) : std::numeric_limits<Integer>::min();
}

void append_whole(TextBuffer& out, const Directive& directive, bool is_long, double value) {
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
    append_padded(out, directive, {text, std::to_chars(text, text + sizeof text, whole).ptr});
}

void append_text(TextBuffer& out, const Directive& directive, std::string_view text) {
    text = text.substr(0, std::min(text.size(), text.find('\0')));
    if (directive.precision >= 0) text = text.substr(0, static_cast<std::size_t>(directive.precision));
    append_padded(out, directive, text);
}

// The character 0 ends the text, and later output overwrites it.
void append_character(TextBuffer& out, const Directive& directive, char character) {
    const std::size_t start = out.size();
    print(out, directive, "", static_cast<int>(character));
    out.append(directive.suffix);
    out.cut(std::min(out.size(), out.view().find('\0', start)));
}

void append_decimal(TextBuffer& out, int number) {
    constexpr std::size_t most = 12;
    char* const to = out.room(most);
    out.advance_to(std::to_chars(to, to + most, number).ptr);
}

/// Handles the most frequent directives: %d, %s of a string, %g of a short integer. Returns false for others.
bool convert_plain(const Call& call, TextBuffer& out, char letter, int argument) {
    if (letter == 's' && call.is_string(argument)) {
        const std::string_view text = call.text(argument);
        out.append(text.substr(0, text.find('\0')));
        return true;
    }
    if ((letter == 'd' || letter == 'g') && call.is_number(argument)) {
        const double number = call.number(argument);
        if (letter == 'g' && !is_short_whole(number)) return false;
        append_decimal(out, whole_of<int>(number));
        return true;
    }
    return false;
}

void convert(const Call& call, TextBuffer& out, std::string_view whole, int argument) {
    Directive directive;
    directive.whole = whole;
    if (whole.size() == 2) {  // no flags, width or precision
        if (convert_plain(call, out, whole[1], argument)) return;
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
    out.append(directive.suffix);
}

}  // namespace

void format_arguments(const Call& call, int first, TextBuffer& out) {
    const std::string_view format = call.text(first);
    int argument = first + 1;
    std::size_t plain = 0;  // start of the text that is not yet in `out`
    for (std::size_t at = 0; at < format.size(); ++at) {
        if (format[at] != '%') continue;
        out.append(format.substr(plain, at - plain));
        std::size_t end = at + 1;
        while (end < format.size() && !ends_of_directives.has(format[end])) ++end;
        if (end == format.size()) {
            out.append(format.substr(at));
            return;
        }
        const std::string_view directive = format.substr(at, end + 1 - at);
        if (directive.back() == '%') {
            out.append(directive.substr(0, directive.size() - 1));
        } else {
            convert(call, out, directive, argument++);
        }
        plain = end + 1;
        at = end;
    }
    out.append(format.substr(plain));
}

}  // namespace ranvier::hoc
