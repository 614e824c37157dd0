#pragma once

#include <string>
#include <string_view>

#include "mechanisms/nmodl/lexer/token.hpp"

namespace ranvier::nmodl {

/// Splits one file into tokens on demand: titles, units in parentheses and VERBATIM are text, not tokens, and only the
/// parser knows where they occur.
class Lexer {
  public:
    Lexer(const SourceFile& file, Diagnostics& diagnostics) : file_(file), diagnostics_(diagnostics) {}

    Token next();
    /// The text up to the `)` that matches the `(` just read; consumes the `)`.
    std::string text_to_parenthesis();
    /// The rest of the line.
    std::string text_to_line_end();
    Location here() const { return {&file_, line_, column_}; }

  private:
    bool at_end() const { return position_ >= file_.text.size(); }
    char peek(std::size_t ahead = 0) const;
    void advance();
    void skip_blanks();
    std::string text_from(std::size_t begin) const { return file_.text.substr(begin, position_ - begin); }
    std::string text_to_word(std::string_view word, Location opened);
    Token number();
    Token word();

    const SourceFile& file_;
    Diagnostics& diagnostics_;
    std::size_t position_ = 0;
    int line_ = 1;
    int column_ = 1;
};

}  // namespace ranvier::nmodl
