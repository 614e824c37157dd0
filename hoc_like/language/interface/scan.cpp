#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string>

#include "hoc_like/language/interface/format.hpp"

namespace ranvier::hoc {

int scan_arguments(const Call& call) {
    const std::string text = call.string(0);
    const std::string format = call.string(1);
    int argument = 2;
    int done = 0;
    std::size_t at = 0;
    const auto is_space = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
    // As the C library: -1 where the text ends before anything was assigned, 0 where it does not match.
    const auto stopped = [&] { return done == 0 && at >= text.size() ? -1 : done; };
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
        bool is_long = false;
        while (i < format.size() && (format[i] == 'l' || format[i] == 'h')) is_long |= format[i++] == 'l';
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
            // %f reads in single precision, as in C.
            value = is_long ? std::strtod(rest.c_str(), &end) : static_cast<double>(std::strtof(rest.c_str(), &end));
        }
        if (end == rest.c_str()) return stopped();
        at += static_cast<std::size_t>(end - rest.c_str());
        if (!skip) {
            call.reference(argument++)->store(value);
            ++done;
        }
    }
    return done;
}

}  // namespace ranvier::hoc
