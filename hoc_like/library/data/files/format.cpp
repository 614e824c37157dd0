#include "hoc_like/library/data/files/format.hpp"

#include <cstdio>

namespace ranvier::hoc {

namespace {

template <class T>
std::string print(const std::string& conversion, T value) {
    const int size = std::snprintf(nullptr, 0, conversion.c_str(), value);
    if (size <= 0) return {};
    std::string text(static_cast<std::size_t>(size) + 1, '\0');
    std::snprintf(text.data(), text.size(), conversion.c_str(), value);
    text.pop_back();
    return text;
}

// Prints a negative number as 32 bits, like an int in C.
std::string print_unsigned(const std::string& flags, char letter, double value) {
    const auto whole = static_cast<long long>(value);
    if (whole < 0) return print("%" + flags + letter, static_cast<unsigned>(static_cast<int>(whole)));
    return print("%" + flags + "ll" + letter, static_cast<unsigned long long>(whole));
}

std::string convert(const std::string& flags, char letter, double value) {
    const auto is_one_of = [letter](std::string_view letters) { return letters.find(letter) != letters.npos; };
    if (is_one_of("di")) return print("%" + flags + "lld", static_cast<long long>(value));
    if (is_one_of("oxXu")) return print_unsigned(flags, letter, value);
    if (is_one_of("c")) return print("%" + flags + "c", static_cast<int>(value));
    if (is_one_of("fFeEgGa")) return print("%" + flags + letter, value);
    if (is_one_of("s")) return print("%" + flags + "s", print("%g", value).c_str());
    return "%" + flags + letter;
}

}  // namespace

std::string format_number(std::string_view text, double value) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i];
            continue;
        }
        std::string flags;
        for (++i; i < text.size() && std::string_view{"+-# 0123456789."}.find(text[i]) != std::string_view::npos; ++i) {
            flags += text[i];
        }
        while (i < text.size() && (text[i] == 'l' || text[i] == 'h')) ++i;
        if (i == text.size()) {
            out += '%' + flags;
        } else if (text[i] == '%') {
            out += '%';
        } else {
            out += convert(flags, text[i], value);
        }
    }
    return out;
}

}  // namespace ranvier::hoc
