#include "hoc_like/program/script_hash.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "engine/state/origin.hpp"

namespace ranvier::program {

namespace {

bool is_of_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::size_t after_spaces(std::string_view text, std::size_t at) {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
    return at;
}

/// The end of a number without sign: 1e3, 2.5e-1; `at` if there is none.
std::size_t after_number(std::string_view text, std::size_t at) {
    const auto is_digit = [&](std::size_t k) {
        return k < text.size() && (std::isdigit(static_cast<unsigned char>(text[k])) != 0 || text[k] == '.');
    };
    std::size_t end = at;
    while (is_digit(end)) ++end;
    if (end == at || end >= text.size() || (text[end] != 'e' && text[end] != 'E')) return end;
    std::size_t exponent = end + 1;
    if (exponent < text.size() && (text[exponent] == '+' || text[exponent] == '-')) ++exponent;
    if (!is_digit(exponent)) return end;
    while (is_digit(exponent)) ++exponent;
    return exponent;
}

std::string content_of(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
}

void add_mod_file(const std::filesystem::path& path, std::set<std::filesystem::path>& seen, std::string& text) {
    if (!seen.insert(path).second) return;
    const std::string own = content_of(path);
    text += own;
    for (std::size_t at = own.find("INCLUDE"); at != std::string::npos; at = own.find("INCLUDE", at + 1)) {
        const std::size_t open = own.find_first_not_of(" \t", at + 7);
        if (open == std::string::npos || own[open] != '"') continue;
        const std::size_t close = own.find('"', open + 1);
        if (close == std::string::npos) continue;
        add_mod_file(path.parent_path() / own.substr(open + 1, close - open - 1), seen, text);
    }
}

}  // namespace

std::string without_lengths(std::string_view script) {
    static constexpr std::array<std::string_view, 3> functions = {"psolve", "continuerun", "solve"};
    std::string kept;
    for (std::size_t at = 0; at < script.size();) {
        std::size_t end = at;
        while (end < script.size() && is_of_name(script[end])) ++end;
        if (end == at) {
            kept += script[at++];
            continue;
        }
        const std::string_view word = script.substr(at, end - at);
        const std::size_t sign = after_spaces(script, end);
        const char expected = word == "tstop" ? '=' : std::ranges::find(functions, word) != functions.end() ? '(' : 0;
        at = end;
        kept += word;
        if (expected == 0 || sign >= script.size() || script[sign] != expected) continue;
        kept += script.substr(end, sign + 1 - end);
        const std::size_t number = after_spaces(script, sign + 1), past = after_number(script, number);
        at = past > number ? past : sign + 1;
    }
    return kept;
}

std::uint64_t hash_of_script(std::string_view script) {
    return engine::hash_of_text(without_lengths(script));
}

std::string text_of_mod_file(const std::string& path) {
    std::set<std::filesystem::path> seen;
    std::string text;
    add_mod_file(path, seen, text);
    return text;
}

std::uint64_t hash_of_mod_file(const std::string& path) {
    return engine::hash_of_text(text_of_mod_file(path));
}

}  // namespace ranvier::program
