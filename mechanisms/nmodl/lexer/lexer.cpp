#include "mechanisms/nmodl/lexer/lexer.hpp"

#include <algorithm>
#include <cctype>

namespace ranvier::nmodl {
namespace {

bool starts_word(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) || c == '_';
}
bool continues_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}
bool is_digit(char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

// Longest first.
constexpr std::string_view operators[] = {"<->", "<<", "->", "<=", ">=", "==", "!=", "&&", "||", "~+"};

}  // namespace

char Lexer::peek(std::size_t ahead) const {
    return position_ + ahead < file_.text.size() ? file_.text[position_ + ahead] : '\0';
}

void Lexer::advance() {
    if (at_end()) return;
    if (file_.text[position_++] == '\n') {
        ++line_;
        column_ = 1;
    } else {
        ++column_;
    }
}

void Lexer::skip_blanks() {
    while (!at_end()) {
        const char c = peek();
        if (c == ':' || c == '?') {
            while (!at_end() && peek() != '\n') advance();
        } else if (std::isspace(static_cast<unsigned char>(c)) || c == '\0' || c == '\x1a') {
            advance();
        } else {
            return;
        }
    }
}

std::string Lexer::text_to_parenthesis() {
    const auto opened = here();
    const std::size_t begin = position_;
    while (!at_end() && peek() != ')' && peek() != '\n') advance();
    const std::string text = text_from(begin);
    if (peek() != ')') {
        diagnostics_.error(opened, "units are not closed: expected ')' on the same line");
    } else {
        advance();
    }
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::string Lexer::text_to_line_end() {
    const std::size_t begin = position_;
    while (!at_end() && peek() != '\n') advance();
    return text_from(begin);
}

std::string Lexer::text_to_word(std::string_view word, Location opened) {
    const std::size_t begin = position_, found = file_.text.find(word, begin);
    const std::size_t end = std::min(found, file_.text.size());
    while (position_ < end) advance();
    std::string text = text_from(begin);
    if (found == std::string::npos) {
        diagnostics_.error(opened, "this block is not closed: expected " + std::string(word));
    } else {
        for (std::size_t i = 0; i < word.size(); ++i) advance();
    }
    return text;
}

Token Lexer::number() {
    Token token{TokenKind::Integer, {}, 0, here()};
    const std::size_t begin = position_;
    const auto take_digits = [&] {
        while (is_digit(peek())) advance();
    };
    take_digits();
    if (peek() == '.') {
        token.kind = TokenKind::Real;
        advance();
        take_digits();
    }
    if (peek() == 'e' || peek() == 'E') {
        const std::size_t sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
        if (is_digit(peek(1 + sign))) {
            token.kind = TokenKind::Real;
            for (std::size_t i = 0; i < 1 + sign; ++i) advance();
            take_digits();
        }
    }
    token.text = text_from(begin);
    return token;
}

Token Lexer::word() {
    Token token{TokenKind::Name, {}, 0, here()};
    const std::size_t begin = position_;
    while (continues_word(peek())) advance();
    token.text = text_from(begin);
    while (peek() == '\'') {
        token.kind = TokenKind::Prime;
        ++token.primes;
        advance();
    }
    return token;
}

Token Lexer::next() {
    for (;;) {
        skip_blanks();
        if (at_end()) return {TokenKind::End, "end of file", 0, here()};
        const char c = peek();
        if (starts_word(c)) {
            auto token = word();
            if (token.kind == TokenKind::Name) {
                if (token.text == "COMMENT") {
                    text_to_word("ENDCOMMENT", token.where);
                    continue;
                }
                if (token.text == "UNITSON" || token.text == "UNITSOFF") continue;
                if (token.text == "VERBATIM") {
                    token.kind = TokenKind::Verbatim;
                    token.text = text_to_word("ENDVERBATIM", token.where);
                }
                if (token.text == "IF") token.text = "if";
                if (token.text == "ELSE") token.text = "else";
                if (token.text == "WHILE") token.text = "while";
            }
            return token;
        }
        if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number();
        Token token{TokenKind::Symbol, {}, 0, here()};
        if (c == '"') {
            token.kind = TokenKind::String;
            advance();
            const std::size_t begin = position_;
            while (!at_end() && peek() != '"') advance();
            token.text = text_from(begin);
            if (at_end()) diagnostics_.error(token.where, "this string is not closed: expected '\"'");
            advance();
            return token;
        }
        const auto rest = std::string_view(file_.text).substr(position_);
        const auto* found = std::ranges::find_if(
            operators, [&](std::string_view each) { return each.front() == c && rest.starts_with(each); });
        token.text = found == std::end(operators) ? rest.substr(0, 1) : *found;
        for (std::size_t i = 0; i < token.text.size(); ++i) advance();
        return token;
    }
}

}  // namespace ranvier::nmodl
