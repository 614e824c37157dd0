#include "hoc_like/language/format.hpp"

#include <cctype>
#include <cstdio>
#include <cstdlib>

namespace ranvier::hoc {
namespace {

template <class T>
void append(std::string& out, const std::string& directive, T value) {
    const int length = std::snprintf(nullptr, 0, directive.c_str(), value);
    if (length <= 0) return;
    const std::size_t old = out.size();
    out.resize(old + static_cast<std::size_t>(length) + 1);
    std::snprintf(out.data() + old, static_cast<std::size_t>(length) + 1, directive.c_str(), value);
    out.resize(old + static_cast<std::size_t>(length));
}

// Widths and precisions are kept small: a width of 2e9 would be a denial of service, not a table.
void check_width(const Call& call, const std::string& directive) {
    int digits = 0;
    for (const char c : directive) {
        digits = std::isdigit(static_cast<unsigned char>(c)) ? digits + 1 : 0;
        if (digits > 4) call.fail("the width in the format " + directive + " is too large");
        if (c == '*') call.fail("'*' in a format is not supported");
    }
}

void convert(const Call& call, std::string& out, std::string directive, char kind, int longs, int argument) {
    check_width(call, directive);
    switch (kind) {
        case 'd':
        case 'i':
        case 'o':
        case 'x':
        case 'X':
        case 'u': {
            const double value = call.number(argument);
            directive.pop_back();
            directive += "ll";
            directive += kind;
            const bool fits = value > -9.2e18 && value < 9.2e18;
            const long long whole = fits ? static_cast<long long>(value) : 0;
            // Without an l NEURON prints an int.
            const bool plain = longs == 0;
            if (plain && (kind == 'd' || kind == 'i')) {
                append(out, directive, static_cast<long long>(static_cast<int>(whole)));
            } else if (plain) {
                append(out, directive, static_cast<long long>(static_cast<unsigned>(static_cast<int>(whole))));
            } else {
                append(out, directive, whole);
            }
            return;
        }
        case 'c':
            append(out, directive, static_cast<int>(static_cast<char>(call.number(argument))));
            return;
        case 's':
            if (call.is_object(argument)) {
                const ObjectPtr object = call.object(argument);
                append(out, directive, object ? object->name().c_str() : "NULLobject");
            } else {
                append(out, directive, call.string(argument).c_str());
            }
            return;
        default:
            append(out, directive, call.number(argument));
    }
}

}  // namespace

std::string format_arguments(const Call& call, int first) {
    const std::string format = call.string(first);
    int argument = first + 1;
    std::string out;
    for (std::size_t i = 0; i < format.size(); ++i) {
        if (format[i] != '%') {
            out += format[i];
            continue;
        }
        std::string directive = "%";
        int longs = 0;
        while (++i < format.size()) {
            const char c = format[i];
            if (c == 'l') {
                ++longs;
                continue;
            }
            directive += c;
            if (c == '%') {
                out += '%';
                break;
            }
            if (std::string_view{"dioxXucfeEgGsF"}.find(c) != std::string_view::npos) {
                convert(call, out, directive, c, longs, argument++);
                break;
            }
            if (std::string_view{"0123456789.+- #*h"}.find(c) == std::string_view::npos) {
                out += directive;
                break;
            }
        }
        if (i >= format.size()) out += directive;
    }
    return out;
}

int scan_arguments(const Call& call) {
    const std::string text = call.string(0);
    const std::string format = call.string(1);
    int argument = 2;
    int done = 0;
    std::size_t at = 0;
    const auto is_space = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
    const auto skip_spaces = [&] {
        while (at < text.size() && is_space(text[at])) ++at;
    };
    for (std::size_t i = 0; i < format.size(); ++i) {
        if (is_space(format[i])) {
            skip_spaces();
            continue;
        }
        if (format[i] != '%') {
            if (at >= text.size() || text[at] != format[i]) return done;
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
        if (i >= format.size()) return done;
        const char kind = format[i];
        if (kind == '%') {
            if (at >= text.size() || text[at] != '%') return done;
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
            if (found.empty()) return done;
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
        if (end == rest.c_str()) return done;
        at += static_cast<std::size_t>(end - rest.c_str());
        if (!skip) {
            call.reference(argument++)->store(value);
            ++done;
        }
    }
    return done;
}

}  // namespace ranvier::hoc
