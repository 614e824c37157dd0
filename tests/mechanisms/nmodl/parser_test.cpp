#include "mechanisms/nmodl/parser/parser.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "mechanisms/nmodl/ast/print_nmodl.hpp"
#include "test_folders.hpp"

namespace ranvier::nmodl {
namespace {

std::string expression(const std::string& text) {
    Diagnostics diagnostics;
    const auto program = parse("t.mod", "PROCEDURE p() { x = " + text + " }", diagnostics);
    EXPECT_FALSE(diagnostics.has_errors()) << render(diagnostics.errors().front());
    return to_nmodl(*program->blocks.at(0).body.at(0)->value.at(1));
}

TEST(Parser, CallsAMechanismWithoutSuffixLikeItsFile) {
    Diagnostics diagnostics;
    EXPECT_EQ(parse("folder/leak.mod", "ASSIGNED { x }", diagnostics)->neuron.name, "leak");
    EXPECT_EQ(parse("leak2.mod", "NEURON { NONSPECIFIC_CURRENT i }", diagnostics)->neuron.name, "leak2");
    EXPECT_FALSE(diagnostics.has_errors());
}

TEST(Parser, RefusesAnEmptyFile) {
    for (const char* text : {"", "\n", ": a comment\n", "COMMENT nothing ENDCOMMENT"}) {
        Diagnostics diagnostics;
        parse("empty.mod", text, diagnostics);
        EXPECT_TRUE(diagnostics.has_errors()) << text;
    }
}

TEST(Parser, GivesOperatorsTheirStrength) {
    EXPECT_EQ(expression("a + b*c"), "a + b * c");
    EXPECT_EQ(expression("(a + b)*c"), "(a + b) * c");
    EXPECT_EQ(expression("a - (b - c)"), "a - (b - c)");
    EXPECT_EQ(expression("a/b/c"), "a / b / c");
    EXPECT_EQ(expression("a < b && !c || d"), "a < b && !c || d");
}

TEST(Parser, BindsMinusLooserThanPowerAndTighterThanTimes) {
    EXPECT_EQ(expression("-a^b"), "-a^b");
    EXPECT_EQ(expression("(-a)^b"), "(-a)^b");
    EXPECT_EQ(expression("a^b^c"), "a^b^c");
    EXPECT_EQ(expression("-a*b"), "-a * b");
    EXPECT_EQ(expression("a^-b"), "a^(-b)");
}

TEST(Parser, ReadsNumbersAsRealsAndDropsTheirUnits) {
    EXPECT_EQ(expression("3 (mV) + 1e-3"), "3.0 + 1e-3");
}

TEST(Parser, ReadsDeclarationsWithUnitsLimitsAndArrays) {
    Diagnostics diagnostics;
    const auto program = parse("t.mod",
                               "DEFINE N 3\n"
                               "NEURON { POINT_PROCESS P USEION ca READ cai, eca WRITE ica VALENCE 2\n"
                               "  RANGE a, b NONSPECIFIC_CURRENT i THREADSAFE }\n"
                               "PARAMETER { a = -1.5 (mV) <-2, 1e9> b[N] (1) c }\n"
                               "STATE { m FROM 0 TO 1 START 0.25 (mM) <1e-4> n[N] }\n",
                               diagnostics);
    ASSERT_FALSE(diagnostics.has_errors()) << render(diagnostics.errors().front());
    EXPECT_EQ(program->neuron.name, "P");
    EXPECT_EQ(program->neuron.ions.at(0).reads, (std::vector<std::string>{"cai", "eca"}));
    EXPECT_EQ(program->neuron.ions.at(0).valence, 2.0);
    EXPECT_EQ(program->neuron.currents, (std::vector<std::string>{"ica", "i"}));
    ASSERT_EQ(program->parameters.size(), 3u);
    EXPECT_EQ(program->parameters[0].value, -1.5);
    EXPECT_EQ(program->parameters[0].low, -2);
    EXPECT_EQ(program->parameters[1].length, 3);
    EXPECT_EQ(program->states.at(0).value, 0.25);
    EXPECT_EQ(program->states.at(0).units, "mM");
    EXPECT_EQ(program->states.at(1).length, 3);
}

TEST(Parser, PrintsWhatItReadsAgainTheSame) {
    const std::string text =
        "NEURON { SUFFIX x RANGE g } PARAMETER { g = 1 } STATE { a b }\n"
        "BREAKPOINT { SOLVE k METHOD sparse if (g > 1) { g = 2 } else if (g < 0) { g = 3 } else { g = 4 } }\n"
        "KINETIC k { COMPARTMENT 2 {a b} ~ a + 2 b <-> b (1, g) ~ a << (3) CONSERVE a + b = 1 }\n"
        "PROCEDURE p(v (mV)) { LOCAL q, r[2] TABLE g DEPEND a FROM -1 TO 1 WITH 10 FROM i = 0 TO 2 { r[i] = q }\n"
        "  while (q < 1) { q = q + 1 } p(q) }\n";
    Diagnostics diagnostics;
    const auto once = to_nmodl(*parse("t.mod", text, diagnostics));
    const auto twice = to_nmodl(*parse("t.mod", once, diagnostics));
    ASSERT_FALSE(diagnostics.has_errors()) << render(diagnostics.errors().front());
    EXPECT_EQ(once, twice);
    EXPECT_NE(once.find("~ a + 2 b <-> b (1.0, g)"), std::string::npos) << once;
}

TEST(Parser, ReadsWhichHistoriesForget) {
    Diagnostics diagnostics;
    const std::string text = "NEURON { ARTIFICIAL_CELL x HISTORY a, b HISTORY c SEEN s HORIZON f THREADSAFE }";
    const auto program = parse("t.mod", text, diagnostics);
    ASSERT_FALSE(diagnostics.has_errors()) << render(diagnostics.errors().front());
    EXPECT_EQ(program->neuron.histories.size(), 3U);
    ASSERT_EQ(program->neuron.forgettings.size(), 1U);
    EXPECT_EQ(program->neuron.forgettings[0].history, "c");
    EXPECT_TRUE(program->neuron.is_threadsafe);
    const auto once = to_nmodl(*program);
    EXPECT_NE(once.find("HISTORY c SEEN s HORIZON f\n    HISTORY a, b\n"), std::string::npos) << once;
    EXPECT_EQ(to_nmodl(*parse("t.mod", once, diagnostics)), once);
}

TEST(Parser, ReadsIncludedFilesInPlace) {
    const auto folder = test::test_cache() / "include";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "more.inc") << "PARAMETER { a = 7 }\n";
    std::ofstream(folder / "x.mod") << "NEURON { SUFFIX x }\nINCLUDE \"more.inc\"\nPARAMETER { b = 8 }\n";
    Diagnostics diagnostics;
    const auto program = parse_file((folder / "x.mod").string(), diagnostics);
    ASSERT_FALSE(diagnostics.has_errors());
    ASSERT_EQ(program->parameters.size(), 2u);
    EXPECT_EQ(program->parameters[0].where.file->path, (folder / "more.inc").string());
    EXPECT_EQ(program->parameters[1].where.line, 3);
}

TEST(Parser, SurvivesDeepNesting) {
    Diagnostics diagnostics;
    parse("t.mod", "PROCEDURE p() { x = " + std::string(100000, '(') + " }", diagnostics);
    EXPECT_TRUE(diagnostics.has_errors());
    Diagnostics more;
    std::string braces;
    for (int k = 0; k < 20000; ++k) braces += "{";
    parse("t.mod", "PROCEDURE p() " + braces, more);
    EXPECT_TRUE(more.has_errors());
}

}  // namespace
}  // namespace ranvier::nmodl
