// What is generated for long schemes of reactions.
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
        const auto text = generated(shells(40), math);
        EXPECT_EQ(count_of(text, "rv_eliminate("), 2);  // of fixed and of variable steps
        EXPECT_EQ(count_of(text, "rv_singular = 1.0"), 2);
        EXPECT_GT(count_of(text, "noinline"), 4);
        // Tables are long, but they are no code; loads and stores grow with the states.
        EXPECT_LT(longest_function(text), 4 * 40 * 8);
    }
}

}  // namespace
}  // namespace ranvier::nmodl
