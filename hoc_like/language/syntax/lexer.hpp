#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hoc_like/language/syntax/operators.hpp"
#include "hoc_like/language/syntax/source.hpp"

namespace ranvier::hoc {

enum class TokenKind {
    end,
    newline,
    number,
    string,
    name,      ///< also keywords
    argument,  ///< $1 $s1 $o1 $&1 $i: uses `sigil` and `index` (0 for $i)
    symbol,    ///< operator or punctuation, in `text`
    mistake,   ///< invalid; `text` is the error message
};

struct Token {
    TokenKind kind = TokenKind::end;
    int offset = 0;  ///< of the first character in the source
    int end = 0;     ///< one past the last character
    std::string text;
    double number = 0;
    Sigil sigil = Sigil::number;
    int index = 0;
};

/// Splits a text into tokens. Never throws: invalid text becomes a token of kind `mistake`, reported when the parser
/// reaches it.
///
/// As in NEURON: comments are `//` and `/* */` (the latter don't nest); `\` at the end of a line continues the line;
/// numbers are decimal, not hexadecimal; the escapes in strings are \n \t \r \b \f, and \x means x for any other x.
std::vector<Token> tokenize(const Source& source);

/// Whether this is a hoc keyword, which cannot be used as a name: proc, for, create, ...
bool is_keyword(std::string_view name);

}  // namespace ranvier::hoc
