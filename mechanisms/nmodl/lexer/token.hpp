#pragma once

#include <string>
#include <string_view>

#include "mechanisms/nmodl/source/diagnostics.hpp"

namespace ranvier::nmodl {

enum class TokenKind { Name, Prime, Integer, Real, String, Symbol, Verbatim, End };

/// A token of NMODL. Comments, COMMENT blocks and UNITSON/UNITSOFF never become tokens.
struct Token {
    TokenKind kind = TokenKind::End;
    std::string text;  ///< for a Prime, the name without primes; for a String, the text without quotes
    int primes = 0;
    Location where;

    bool is(std::string_view symbol_or_word) const {
        return (kind == TokenKind::Symbol || kind == TokenKind::Name) && text == symbol_or_word;
    }
};

}  // namespace ranvier::nmodl
