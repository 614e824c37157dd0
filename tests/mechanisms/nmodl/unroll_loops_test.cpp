// Loops around reactions are written out.
#include <gtest/gtest.h>

#include "mechanisms/nmodl/passes/unroll_loops.hpp"
#include "pass_text.hpp"

namespace ranvier::nmodl {
namespace {

std::string unrolled(const std::string& body) {
    Diagnostics diagnostics;
    auto program = parse("t.mod", "DEFINE N 3\nKINETIC k { " + body + " }", diagnostics);
    unroll_loops(program->blocks.at(0).body, diagnostics);
    diagnostics.throw_if_any();
    return to_nmodl(program->blocks.at(0).body);
}

TEST(UnrollLoops, WritesOutReactionsWithTheirIndices) {
    EXPECT_EQ(unrolled("FROM i = 0 TO N-2 { ~ c[i] <-> c[i+1] (1, i) }"),
              "{\n"
              "    {\n        ~ c[0] <-> c[0.0 + 1.0] (1.0, 0.0)\n    }\n"
              "    {\n        ~ c[1] <-> c[1.0 + 1.0] (1.0, 1.0)\n    }\n"
              "}\n");
}

TEST(UnrollLoops, LeavesOtherLoops) {
    EXPECT_EQ(unrolled("FROM i = 0 TO 1 { a[i] = i }"), "FROM i = 0.0 TO 1.0 {\n    a[i] = i\n}\n");
}

TEST(UnrollLoops, RefusesBoundsThatAreNotKnown) {
    EXPECT_THROW(unrolled("FROM i = 0 TO n { ~ c[i] <-> d (1, i) }"), CompileError);
    EXPECT_THROW(unrolled("FROM i = 2147483640 TO 2147483647 { ~ c[i] <-> d (1, i) }"), CompileError);
    EXPECT_THROW(unrolled("FROM i = 1e300 TO 1e300 { ~ c[i] <-> d (1, i) }"), CompileError);
    EXPECT_THROW(unrolled("FROM i = 0 TO 99999 * 99999 { ~ c[i] <-> d (1, i) }"), CompileError);
    EXPECT_THROW(unrolled("FROM i = 0 - 999999999 TO 1000000000 { ~ c[i] <-> d (1, i) }"), CompileError);
}

TEST(UnrollLoops, RefusesLoopsOfTooManyRounds) {
    EXPECT_THROW(unrolled("FROM i = 0 TO 999 { FROM j = 0 TO 999 { FROM k = 0 TO 999 { ~ c[i] <-> d[j] (1, k) } } }"),
                 CompileError);
}

}  // namespace
}  // namespace ranvier::nmodl
