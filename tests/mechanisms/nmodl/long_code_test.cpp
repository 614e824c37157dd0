// What is generated for long schemes of reactions and for FROM loops of one instance.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "mechanisms/nmodl/codegen/generate.hpp"
#include "mechanisms/nmodl/parser/parser.hpp"
#include "mechanisms/nmodl/passes/pipeline.hpp"

namespace ranvier::nmodl {
namespace {

std::string generated(const std::string& text, Math math = Math::libm) {
    Diagnostics diagnostics;
    auto program = parse("t.mod", text, diagnostics);
    GenerateOptions options;
    options.math = math;
    run_passes(*program, math, diagnostics);
    return generate(*program, options);
}

int count_of(const std::string& text, const std::string& what) {
    int count = 0;
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++count;
    return count;
}

/// Lines of the longest function.
long longest_function(const std::string& text) {
    std::istringstream in(text);
    long longest = 0, lines = 0;
    for (std::string line; std::getline(in, line);) {
        const bool begins = !line.empty() && line[0] != ' ' && line[0] != '}' && line[0] != '#';
        lines = begins ? 1 : lines + 1;
        longest = std::max(longest, lines);
    }
    return longest;
}

/// 4 states in each shell.
std::string shells(int count) {
    const auto n = std::to_string(count);
    return "NEURON { SUFFIX x RANGE f }\nDEFINE n " + n +
           "\nPARAMETER { f = 2 }\nSTATE { a[n] b[n] c[n] d[n] }\nBREAKPOINT { SOLVE k METHOD sparse }\n"
           "KINETIC k {\n"
           "FROM i = 0 TO n-2 { ~ a[i] <-> a[i+1] (f, f)  ~ b[i] <-> b[i+1] (f, f)  ~ c[i] <-> c[i+1] (f, f) }\n"
           "FROM i = 0 TO n-1 { ~ a[i] + b[i] <-> c[i] (f, 1)  ~ a[i] + c[i] <-> d[i] (f, 1) }\n}\n";
}

TEST(LongCode, IsWrittenOutWhereItIsShort) {
    for (const auto math : {Math::libm, Math::vector}) {
        const auto text = generated(shells(3), math);
        EXPECT_EQ(count_of(text, "rv_eliminate("), 0);
        EXPECT_EQ(count_of(text, "rv_locals"), 0);
    }
}

TEST(LongCode, IsCutIntoFunctionsAndEliminatesByATable) {
    for (const auto math : {Math::libm, Math::vector}) {
        const auto text = generated(shells(90), math);
        EXPECT_EQ(count_of(text, "rv_eliminate("), 1);        // of fixed steps
        EXPECT_EQ(count_of(text, "rv_eliminate_lanes("), 1);  // of variable steps
        EXPECT_EQ(count_of(text, "rv_singular = 1.0"), 1);
        EXPECT_GT(count_of(text, "noinline"), 50);
        EXPECT_LT(longest_function(text), 2000);
    }
}

TEST(LongCode, OfVariableStepsStaysVectorized) {
    const auto text = generated(shells(40));
    EXPECT_EQ(count_of(text, "rv_eliminate("), 1);
    EXPECT_EQ(count_of(text, "rv_eliminate_lanes("), 0);
    EXPECT_GT(count_of(text, "rv_matrix[0][rv_l]"), 0);
}

std::string with_loop(const std::string& body) {
    return "NEURON { SUFFIX x RANGE s, n, w }\nPARAMETER { n = 5 s = 0 }\nASSIGNED { w[9] q u }\n"
           "BREAKPOINT { SOLVE p METHOD after_cvode }\nPROCEDURE p() { LOCAL y\n" +
           body + "\n}\nFUNCTION f(x) { f = exp(x) }\n";
}

TEST(RoundsInLanes, ArePrintedWhereRoundsDoNotWaitForEachOther) {
    for (const auto* body :
         {"FROM i = 0 TO n { s = s + exp(w[i]) }", "FROM i = 0 TO n { if (w[i] > 0) { s = s + log(w[i]) } }",
          "FROM i = 0 TO n { y = w[i]  if (y > q) { s = s*w[i]^1.5 } }", "FROM i = 0 TO 20 { s = s + f(i) }"}) {
        EXPECT_GT(count_of(generated(with_loop(body)), "int rv_chosen = 0;"), 0) << body;
    }
}

TEST(RoundsInLanes, AreNotPrintedElsewhere) {
    for (const auto* body : {"FROM i = 0 TO n { s = exp(-s) }",        // waits for the round before
                             "FROM i = 0 TO n { s = s + w[i] }",       // calls nothing
                             "FROM i = 0 TO 3 { s = s + exp(w[i]) }",  // few rounds
                             "FROM i = 0 TO n { w[i] = exp(w[i]) }",   // writes an array
                             "FROM i = 0 TO n { if (w[i] > 0) { if (w[i] > 1) { s = s + exp(w[i]) } } }",
                             "FROM i = 0 TO n { s = s + exp(w[i])  n = n - 1 }",  // changes its bounds
                             "FROM i = 0 TO n { y = s  if (y > 0) { s = s + exp(w[i]) } }",
                             "FROM i = 0 TO n { printf(\"x\")  s = s + exp(w[i]) }"}) {
        EXPECT_EQ(count_of(generated(with_loop(body)), "int rv_chosen = 0;"), 0) << body;
    }
}

TEST(FixedDivisions, ArePrintedBeforeTheLoop) {
    const auto text = generated(with_loop("FROM i = 0 TO n { s = s + w[i]/(1000/q) + 2/u  u = u + 1 }"));
    EXPECT_GT(count_of(text, "const double rv_same_0 = 1000.0 / rv.q;"), 0);
    EXPECT_GT(count_of(text, "2.0 / rv.u"), 0);
    EXPECT_EQ(count_of(text, "rv_same_1"), 0);
}

}  // namespace
}  // namespace ranvier::nmodl
