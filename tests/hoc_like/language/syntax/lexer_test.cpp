#include "hoc_like/language/syntax/lexer.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ranvier::hoc {
namespace {

std::vector<Token> tokens(std::string_view text) {
    return tokenize(Source{"test.hoc", text});
}

double number(std::string_view text) {
    const auto all = tokens(text);
    EXPECT_EQ(all.size(), 2u) << text;
    EXPECT_EQ(all[0].kind, TokenKind::number) << text;
    return all[0].number;
}

TEST(Lexer, ReadsNumbersOfEveryForm) {
    EXPECT_EQ(number("12"), 12);
    EXPECT_EQ(number("1.5e3"), 1500);
    EXPECT_EQ(number(".5"), 0.5);
    EXPECT_EQ(number("5."), 5);
    EXPECT_EQ(number("1E-2"), 0.01);
    EXPECT_EQ(number("0.1"), 0.1);
    EXPECT_EQ(number("1e400"), HUGE_VAL);
}

TEST(Lexer, TakesAnEWithoutDigitsAsPartOfTheNumber) {
    EXPECT_EQ(number("2e"), 2);
}

TEST(Lexer, ResolvesEscapesInStrings) {
    EXPECT_EQ(tokens(R"("a\tb\n\"\\q\x")")[0].text, "a\tb\n\"\\qx");
}

TEST(Lexer, DropsCommentsAndJoinsContinuedLines) {
    const auto all = tokens("a /* b\n c */ d // e\n f \\\n g");
    std::string names;
    for (const auto& token : all) names += token.kind == TokenKind::newline ? "|" : token.text;
    EXPECT_EQ(names, "ad|fg");
}

TEST(Lexer, KnowsTheLineEndsOfDosAndOldMacs) {
    for (const char* text : {"a\nb\n", "a\r\nb\r\n", "a\rb\r"}) {
        const auto all = tokens(text);
        ASSERT_EQ(all.size(), 5u);
        EXPECT_EQ(all[1].kind, TokenKind::newline);
        EXPECT_EQ(all[2].text, "b");
    }
}

TEST(Lexer, ReadsArgumentsOfEveryKind) {
    const auto all = tokens("$1 $s2 $o3 $&4 $i $si");
    EXPECT_EQ(all[0].sigil, Sigil::number);
    EXPECT_EQ(all[1].sigil, Sigil::text);
    EXPECT_EQ(all[1].index, 2);
    EXPECT_EQ(all[2].sigil, Sigil::object);
    EXPECT_EQ(all[3].sigil, Sigil::pointer);
    EXPECT_EQ(all[3].index, 4);
    EXPECT_EQ(all[4].index, 0);
    EXPECT_EQ(all[5].sigil, Sigil::text);
}

TEST(Lexer, MarksWhatIsNoTokenAndGoesOn) {
    const auto all = tokens("a \"open\nb ? \xe4 c $");
    int mistakes = 0;
    for (const auto& token : all) mistakes += token.kind == TokenKind::mistake;
    EXPECT_EQ(mistakes, 4);
    EXPECT_EQ(all.back().kind, TokenKind::end);
}

TEST(Lexer, EndsAnOpenCommentWithTheFile) {
    const auto all = tokens("a /* b\nc");
    ASSERT_EQ(all.size(), 2u);
    EXPECT_EQ(all[0].text, "a");
    EXPECT_EQ(all[1].kind, TokenKind::end);
}

TEST(Source, LocatesOffsetsByLineAndColumn) {
    const Source source{"f.hoc", "ab\ncd\n\nef"};
    EXPECT_EQ(source.locate(0).line, 1);
    EXPECT_EQ(source.locate(4).line, 2);
    EXPECT_EQ(source.locate(4).column, 2);
    EXPECT_EQ(source.locate(7).line, 4);
    EXPECT_EQ(source.line_at(8), "ef");
    EXPECT_EQ(source.line_at(6), "");
}

}  // namespace
}  // namespace ranvier::hoc
