#include "mechanisms/nmodl/codegen/cpp_writer.hpp"

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string_view>

namespace ranvier::nmodl {

void CppWriter::line(const std::string& text) {
    const bool of_namespace = text.starts_with("namespace") || text.starts_with("}  // namespace");
    const bool closes = !text.empty() && text[0] == '}' && !of_namespace;
    const bool is_directive = !text.empty() && text[0] == '#';
    if (closes && depth_ > 0) --depth_;
    if (!is_directive) text_ += std::string(depth_ * 4, ' ');
    text_ += text + "\n";
    if (!text.empty() && text.back() == '{' && !of_namespace) ++depth_;
}

std::string cpp_name(const std::string& name) {
    static const std::set<std::string> reserved = {
        "alignas",       "alignof",     "and",        "and_eq",   "asm",       "auto",
        "bitand",        "bitor",       "bool",       "break",    "case",      "catch",
        "char",          "class",       "compl",      "concept",  "const",     "consteval",
        "constexpr",     "constinit",   "const_cast", "continue", "co_await",  "co_return",
        "co_yield",      "decltype",    "default",    "delete",   "do",        "double",
        "dynamic_cast",  "else",        "enum",       "explicit", "export",    "extern",
        "false",         "float",       "for",        "friend",   "goto",      "if",
        "inline",        "int",         "long",       "mutable",  "namespace", "new",
        "noexcept",      "not",         "not_eq",     "nullptr",  "operator",  "or",
        "or_eq",         "private",     "protected",  "public",   "register",  "reinterpret_cast",
        "requires",      "return",      "short",      "signed",   "sizeof",    "static",
        "static_assert", "static_cast", "struct",     "switch",   "template",  "this",
        "thread_local",  "throw",       "true",       "try",      "typedef",   "typeid",
        "typename",      "union",       "unsigned",   "using",    "virtual",   "void",
        "volatile",      "wchar_t",     "while",      "xor",      "xor_eq",    "rv",
        "NULL",          "EOF",         "NAN",        "INFINITY", "HUGE_VAL",  "linux",
        "unix",          "stdin",       "stdout",     "stderr",   "errno",     "signgam",
        "Instance",      "Tables",      "int8_t",     "int16_t",  "int32_t",   "int64_t",
        "uint8_t",       "uint16_t",    "uint32_t",   "uint64_t", "size_t",    "ptrdiff_t",
        "HUGE",          "MAXFLOAT",    "BUFSIZ",     "FILE",     "DOMAIN",    "SING",
        "OVERFLOW",      "UNDERFLOW",   "PLOSS",      "TLOSS",    "RAND_MAX",  "WNOHANG"};
    // M_PI and the like are macros of math.h.
    const bool is_reserved = reserved.contains(name) || name.starts_with("M_") || name.starts_with("FP_");
    return is_reserved ? name + "_" : name;
}

std::string cpp_string(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        if (c == '\n') {
            out += "\\n";
        } else if (c != '\r') {
            out += c;
        }
    }
    return out + "\"";
}

namespace {

bool is_octal(char c) {
    return c >= '0' && c <= '7';
}

/// The length of the escape sequence at text[at], which is a backslash; 0 if C has no such sequence.
std::size_t length_of_escape(const std::string& text, std::size_t at) {
    const auto after = [&](std::size_t k) { return at + k < text.size() ? text[at + k] : '\0'; };
    std::size_t length = 1;
    if (after(1) == 'x') {
        for (++length; std::isxdigit(static_cast<unsigned char>(after(length)));) ++length;
        return length > 2 ? length : 0;
    }
    while (length <= 3 && is_octal(after(length))) ++length;
    if (length > 1) return length;
    return after(1) != '\0' && std::string_view("abfnrtv\\'\"?").find(after(1)) != std::string_view::npos ? 2 : 0;
}

}  // namespace

std::string cpp_text(const std::string& text) {
    std::string out = "\"";
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        const auto escape = c == '\\' ? length_of_escape(text, at) : 0;
        if (escape > 0) {
            out += text.substr(at, escape);
            at += escape - 1;
        } else if (c == '\\' && at + 1 == text.size()) {
            out += "\\\\";
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '"' || c == '?') {  // two question marks may begin a trigraph
            out += std::string("\\") + c;
        } else if (c != '\\' && c != '\r' && c != '\0') {  // of an unknown escape, compilers drop the backslash
            out += c;
        }
    }
    return out + "\"";
}

std::string cpp_comment(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '/' && out.ends_with('*')) out += ' ';
        out += c == '\n' || c == '\\' ? ' ' : c;
    }
    return "/* " + out + " */";
}

std::string cpp_number(double value) {
    auto number = make_number(value);
    if (number->text.find("inf") != std::string::npos) return value > 0 ? "HUGE_VAL" : "-HUGE_VAL";
    if (number->text.find("nan") != std::string::npos) return "NAN";
    return number->text;
}

}  // namespace ranvier::nmodl
