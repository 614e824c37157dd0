#include <gtest/gtest.h>

#include "tests/hoc_like/language/fake_cables.hpp"

namespace ranvier::hoc::test {
namespace {

#define EXPECT_SAYS(text, part) EXPECT_NE(bench.error(text).find(part), std::string::npos) << bench.error(text)

TEST(HocError, ShowsPlaceLineAndCaret) {
    Bench bench;
    EXPECT_EQ(bench.error("x = 1\ny = x + * 2\n"),
              "test.hoc:2:9: error: expected an expression, not '*'\n"
              "    y = x + * 2\n"
              "            ^\n");
}

TEST(HocError, ShowsTheCallsThatLedThereInnermostFirst) {
    Bench bench;
    const std::string error = bench.error("func f() { return 1/$1 }\nproc g() { x = f($1 - 1) }\ng(1, \"a\")\n");
    EXPECT_NE(error.find("test.hoc:1:21: error: division by zero"), std::string::npos) << error;
    EXPECT_LT(error.find("in f(0), called at test.hoc:2"), error.find("in g(1, \"a\"), called at test.hoc:3")) << error;
}

TEST(HocError, SuggestsTheNearestName) {
    Bench bench;
    EXPECT_SAYS("threshold = 1\nprint treshold\n", "treshold is not defined; did you mean 'threshold'?");
    EXPECT_SAYS("create soma\nsoma insert hhh\n", "hhh is not a density mechanism; did you mean 'hh'?");
    EXPECT_SAYS("objref b\nb = new Bxo()\n", "Bxo is not a template or class; did you mean 'Box'?");
    EXPECT_SAYS("objref b\nb = new Box()\nb.sise()\n", "Box has no member sise; did you mean 'size'?");
}

TEST(HocError, ReportsAllMistakesOfAProcedureAtOnce) {
    Bench bench;
    const std::string error = bench.error("proc p() {\n  x = = 1\n  y = 2\n  z = )\n}\n");
    EXPECT_NE(error.find("test.hoc:2:"), std::string::npos) << error;
    EXPECT_NE(error.find("test.hoc:4:"), std::string::npos) << error;
    EXPECT_EQ(error.find("test.hoc:3:"), std::string::npos) << error;
}

TEST(HocError, LeavesEarlierStatementsDone) {
    Bench bench;
    bench.error("a = 5\nb = a +\n");
    EXPECT_EQ(bench.hoc.number("a"), 5);
    EXPECT_EQ(bench.run("print a\n"), "5 \n");
}

TEST(HocError, LeavesTheInterpreterUsableAfterARunTimeError) {
    Bench bench;
    bench.run("create soma, dend\naccess soma\nproc bad() { dend { for i = 0, 3 { x = 1/0 } } }\n");
    bench.error("bad()\n");
    EXPECT_EQ(bench.run("secname()\n"), "soma\n");
    EXPECT_EQ(bench.run("print 1\n"), "1 \n");
}

TEST(HocError, SaysWhatAnArgumentShouldBe) {
    Bench bench;
    EXPECT_SAYS("twice(\"a\")\n", "twice: argument 1 is a string, but a number is expected");
    EXPECT_SAYS("twice()\n", "twice: argument 1 is missing: a number is expected");
    EXPECT_SAYS("objref b, l\nb = new Box()\nl = new SectionList()\nb.add(l)\n",
                "Box.add: argument 1 is the object SectionList[0], but an object of the class Box is expected");
    EXPECT_SAYS("objref b\nb = new Box(-1)\n", "argument 1 is -1, but must be between 0 and 1000");
    EXPECT_SAYS("proc p() { print $2 }\np(1)\n", "$2 is missing: p was called with 1 argument");
    EXPECT_SAYS("proc q() { print $s1 }\nq(1)\n", "$s1 is a number, not a string");
}

TEST(HocError, ChecksIndices) {
    Bench bench;
    EXPECT_SAYS("double a[3]\na[3] = 1\n", "index 3 is outside of a, whose size is 3");
    EXPECT_SAYS("a[-2] = 1\n", "index -2 is outside of a");  // as in NEURON, -1 stands for 0
    EXPECT_SAYS("a[0][0] = 1\n", "a has 1 indices, not 2");
    EXPECT_SAYS("create dend[2]\naccess dend[2]\n", "index 2 is outside of dend, whose size is 2");
    EXPECT_SAYS("double z[0]\n", "the size of z must be at least 1");
}

TEST(HocError, EndsRunawayRecursion) {
    Bench bench;
    EXPECT_SAYS("proc r() { r() }\nr()\n", "calls are nested too deeply");
    EXPECT_SAYS("proc r() { execute(\"r()\") }\nr()\n", "calls are nested too deeply");
    EXPECT_SAYS(
        "begintemplate Rec\nobjref o\nproc init() { o = new Rec() }\nendtemplate Rec\nobjref x\nx = new Rec()\n",
        "calls are nested too deeply");
    EXPECT_EQ(bench.run("print 2\n"), "2 \n");
}

TEST(HocError, RefusesExpressionsThatWouldFillTheStack) {
    Bench bench;
    const auto repeated = [](const std::string& text, int times) {
        std::string all;
        for (int k = 0; k < times; ++k) all += text;
        return all;
    };
    EXPECT_EQ(bench.run("print 1" + repeated(" + 1", 4000) + "\n"), "4001 \n");
    EXPECT_SAYS("print 1" + repeated(" + 1", 100000) + "\n", "the expression is too long");
    EXPECT_SAYS("objref o\nprint o" + repeated(".next", 100000) + "\n", "the expression is too long");
    std::string nested = "1";
    for (int k = 0; k < 20; ++k) nested = "twice(" + nested + repeated(" + 1", 4000) + ")";
    EXPECT_SAYS("print " + nested + "\n", "the expression is too long");
}

TEST(HocError, TellsUnclosedBracesAndStrings) {
    Bench bench;
    EXPECT_SAYS("if (1) {\nx = 1\n", "this { has no }");
    EXPECT_SAYS("print \"abc\n", "this string has no closing quote");
}

TEST(HocError, RefusesWhatTheDeclarationsForbid) {
    Bench bench;
    EXPECT_SAYS("strdef s\nobjref s\n", "s is already a strdef");
    EXPECT_SAYS("proc f() {}\nf = 1\n", "f is a proc: expected '(' after it");
    EXPECT_SAYS("sin = 3\n", "expected '(' after sin");
    EXPECT_SAYS("func printf() { return 1 }\n", "printf is built in");
    EXPECT_SAYS("proc p() { return 1 }\np()\n", "p is a proc: it returns no value");
    EXPECT_SAYS("func g() { x = 1 }\ng()\n", "the func g ended without a return");
    EXPECT_SAYS("return 1\n", "return belongs in a procedure");
    EXPECT_SAYS("x.y = 1\n", "expected an objref or a section before '.'");
}

TEST(HocError, NamesNullObjects) {
    Bench bench;
    EXPECT_SAYS("objref o\no.x = 1\n", ".x: the objref before it is NULLobject");
    EXPECT_SAYS("o.f()\n", ".f: the objref before it is NULLobject");
}

TEST(HocError, ComesFromTheHostWithItsPlace) {
    Bench bench;
    EXPECT_SAYS("create soma\naccess soma\nprint v(2)\n", "test.hoc:3:7: error: the position must be between 0 and 1");
}

}  // namespace
}  // namespace ranvier::hoc::test
