#include "hoc_like/language/syntax/lexer.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <iterator>

#include "hoc_like/language/interface/characters.hpp"

namespace ranvier::hoc {
namespace {

bool is_name_start(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_name_part(char c) {
    return is_name_start(c) || is_digit(c);
}

class Lexer {
  public:
    explicit Lexer(const std::string& text) : text_{text} {}

    std::vector<Token> run() {
        tokens_.reserve(text_.size() / 4 + 1);  // in most scripts, a token has more
        while (next()) {
        }
        Token& end = add(TokenKind::end, at_);
        end.offset = static_cast<int>(text_.size());
        return std::move(tokens_);
    }

  private:
    char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

    Token& add(TokenKind kind, std::size_t start) {
        Token& token = tokens_.emplace_back();
        token.kind = kind;
        token.offset = static_cast<int>(start);
        token.end = static_cast<int>(at_);
        return token;
    }

    bool next() {
        if (at_ >= text_.size()) return false;
        if (!skip_blank() && !skip_comment()) take_token();
        return true;
    }

    bool skip_blank() {
        const char c = text_[at_];
        const bool is_blank = c == ' ' || c == '\t' || c == '\f' || c == '\v' || c == '\0';
        const bool is_continuation = c == '\\' && peek(1) == '\n';
        if (!is_blank && !is_continuation) return false;
        at_ += is_continuation ? 2 : 1;
        return true;
    }

    bool skip_comment() {
        if (text_[at_] != '/') return false;
        if (peek(1) == '/') {
            at_ = std::min(text_.find('\n', at_), text_.size());
        } else if (peek(1) == '*') {
            // A comment without */ extends to the end of the file, as in NEURON.
            const auto close = text_.find("*/", at_ + 2);
            at_ = close == std::string::npos ? text_.size() : close + 2;
        } else {
            return false;
        }
        return true;
    }

    void take_token() {
        const std::size_t start = at_;
        const char c = text_[at_];
        if (c == '\n') {
            ++at_;
            add(TokenKind::newline, start);
        } else if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
            number(start);
        } else if (is_name_start(c)) {
            while (is_name_part(peek())) ++at_;
            add(TokenKind::name, start).text.assign(text_, start, at_ - start);
        } else if (c == '"') {
            string(start);
        } else if (c == '$') {
            argument(start);
        } else {
            symbol(start);
        }
    }

    void number(std::size_t start) {
        while (is_digit(peek())) ++at_;
        if (peek() == '.') ++at_;
        while (is_digit(peek())) ++at_;
        std::size_t digits_end = at_;
        if (peek() == 'e' || peek() == 'E') {
            ++at_;
            if (peek() == '+' || peek() == '-') ++at_;
            while (is_digit(peek())) ++at_;
            if (is_digit(text_[at_ - 1])) digits_end = at_;
        }
        // from_chars, unlike strtod, ignores the locale, but returns no value for a number out of range.
        double value = 0;
        const auto [end, error] = std::from_chars(text_.data() + start, text_.data() + digits_end, value);
        if (error == std::errc::result_out_of_range)
            value = std::strtod(text_.substr(start, at_ - start).c_str(), nullptr);
        add(TokenKind::number, start).number = value;
    }

    void string(std::size_t start) {
        std::string value;
        ++at_;
        while (true) {
            const char c = peek();
            if (at_ >= text_.size() || c == '\n') {
                add(TokenKind::mistake, start).text = "this string has no closing quote on its line";
                return;
            }
            ++at_;
            if (c == '"') break;
            if (c == '\\' && at_ < text_.size()) {
                value += escaped(text_[at_++]);
            } else {
                value += c;
            }
        }
        add(TokenKind::string, start).text = std::move(value);
    }

    static char escaped(char c) {
        switch (c) {
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'n':
                return '\n';
            case 'r':
                return '\r';
            case 't':
                return '\t';
            default:
                return c;
        }
    }

    void argument(std::size_t start) {
        ++at_;
        const Sigil sigil = take_sigil();
        int index = 0;
        if (peek() == 'i') {
            ++at_;
        } else {
            while (is_digit(peek()) && index < 100000) index = 10 * index + (text_[at_++] - '0');
            if (index == 0) {
                add(TokenKind::mistake, start).text = "arguments are written $1, $s1, $o1, $&1 or $i";
                return;
            }
        }
        Token& token = add(TokenKind::argument, start);
        token.sigil = sigil;
        token.index = index;
    }

    Sigil take_sigil() {
        Sigil sigil = Sigil::number;
        if (peek() == 's') sigil = Sigil::text;
        if (peek() == 'o') sigil = Sigil::object;
        if (peek() == '&') sigil = Sigil::pointer;
        if (sigil != Sigil::number) ++at_;
        return sigil;
    }

    void symbol(std::size_t start) {
        static constexpr std::string_view before_equals_sign = "=!<>+-*/";
        static constexpr std::string_view one = "+-*/%^=<>!&()[]{}.,:;~";
        const char c = text_[at_++];
        const char after = peek();
        const bool is_two =
            after == '=' ? before_equals_sign.find(c) != std::string_view::npos : after == c && (c == '&' || c == '|');
        if (is_two) {
            ++at_;
            add(TokenKind::symbol, start).text.assign(text_, start, 2);
        } else if (one.find(c) != std::string_view::npos) {
            add(TokenKind::symbol, start).text = c;
        } else if (c == '\x1a') {
            // The end-of-file mark of DOS.
            at_ = text_.size();
        } else {
            Token& token = add(TokenKind::mistake, start);
            const bool printable = std::isprint(static_cast<unsigned char>(c)) != 0;
            token.text = printable ? std::string{"'"} + c + "' is not valid here"
                                   : "a non-ASCII character outside strings and comments";
        }
    }

    const std::string& text_;
    std::size_t at_ = 0;
    std::vector<Token> tokens_;
};

}  // namespace

bool is_keyword(std::string_view name) {
    static constexpr std::string_view words[] = {
        "proc",       "func",     "obfunc",   "return",        "break",
        "continue",   "stop",     "if",       "else",          "while",
        "for",        "print",    "delete",   "read",          "debug",
        "double",     "depvar",   "eqn",      "local",         "localobj",
        "strdef",     "help",     "iterator", "create",        "connect",
        "setpointer", "access",   "insert",   "uninsert",      "forall",
        "ifsec",      "forsec",   "public",   "begintemplate", "endtemplate",
        "objectvar",  "external", "objref",   "new",           "iterator_statement"};
    return std::find(std::begin(words), std::end(words), name) != std::end(words);
}

std::vector<Token> tokenize(const Source& source) {
    return Lexer{source.text()}.run();
}

}  // namespace ranvier::hoc
