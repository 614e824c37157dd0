#include "mechanisms/nmodl/lexer/lexer.hpp"

#include <gtest/gtest.h>

namespace ranvier::nmodl {
namespace {

std::vector<Token> tokens(const std::string& text, Diagnostics& diagnostics) {
    const SourceFile file{"t.mod", text};
    Lexer lexer(file, diagnostics);
    std::vector<Token> all;
    for (auto token = lexer.next(); token.kind != TokenKind::End; token = lexer.next()) all.push_back(token);
    return all;
}

std::string texts(const std::string& text) {
    Diagnostics diagnostics;
    std::string out;
    for (const auto& token : tokens(text, diagnostics)) out += (out.empty() ? "" : " ") + token.text;
    return out;
}

TEST(Lexer, SplitsNumbersNamesAndOperators) {
    EXPECT_EQ(texts("a1=.5e-3*b<=2.^x"), "a1 = .5e-3 * b <= 2. ^ x");
    EXPECT_EQ(texts("~ a <-> b (f, 1e)"), "~ a <-> b ( f , 1 e )");
}

TEST(Lexer, SkipsCommentsOfEveryKind) {
    EXPECT_EQ(texts("a : rest\nb ? rest\nCOMMENT c { ENDCOMMENT d UNITSOFF e"), "a b d e");
}

TEST(Lexer, CountsPrimesAndKeepsVerbatimText) {
    Diagnostics diagnostics;
    const auto all = tokens("m'' VERBATIM int : x; ENDVERBATIM n", diagnostics);
    ASSERT_EQ(all.size(), 3u);
    EXPECT_EQ(all[0].primes, 2);
    EXPECT_EQ(all[1].kind, TokenKind::Verbatim);
    EXPECT_EQ(all[1].text, " int : x; ");
    EXPECT_EQ(all[2].text, "n");
}

TEST(Lexer, KnowsLinesAndColumns) {
    Diagnostics diagnostics;
    const auto all = tokens("a\n  bb c", diagnostics);
    EXPECT_EQ(all[1].where.line, 2);
    EXPECT_EQ(all[1].where.column, 3);
    EXPECT_EQ(all[2].where.column, 6);
}

TEST(Lexer, ReportsWhatIsNotClosed) {
    Diagnostics diagnostics;
    tokens("a COMMENT b", diagnostics);
    ASSERT_EQ(diagnostics.errors().size(), 1u);
    EXPECT_EQ(diagnostics.errors()[0].where.column, 3);
}

}  // namespace
}  // namespace ranvier::nmodl
