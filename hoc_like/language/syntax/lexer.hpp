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
    argument,  ///< $1 $s1 $o1 $&1 $i: `sigil` and `index`, 0 for i
    symbol,    ///< operators and punctuation, in `text`
    mistake,   ///< `text` is the error
};

struct Token {
    TokenKind kind = TokenKind::end;
    int offset = 0;  ///< where it starts
    int end = 0;     ///< one past its last character
    std::string text;
    double number = 0;
    Sigil sigil = Sigil::number;
    int index = 0;
};

/// Cuts a text into tokens. Never throws: anything else becomes a token of kind `mistake`, reported if it is reached.
///
/// As in NEURON: `//` and `/* */` comments (the latter don't nest), `\` at a line's end continues it, a number is a
/// decimal number (hexadecimal is not known), strings know \n \t \r \b \f and \x for any other x.
std::vector<Token> tokenize(const Source& source);

/// A word of hoc, which no name may be: proc, for, create, ...
bool is_keyword(std::string_view name);

}  // namespace ranvier::hoc
