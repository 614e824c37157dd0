#include "mechanisms/nmodl/codegen/cpp_writer.hpp"

#include <cstdio>
#include <cstdlib>
#include <set>

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

std::string cpp_number(double value) {
    auto number = make_number(value);
    if (number->text.find("inf") != std::string::npos) return value > 0 ? "HUGE_VAL" : "-HUGE_VAL";
    if (number->text.find("nan") != std::string::npos) return "NAN";
    return number->text;
}

}  // namespace ranvier::nmodl
