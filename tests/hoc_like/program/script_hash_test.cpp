#include "hoc_like/program/script_hash.hpp"

#include <gtest/gtest.h>

namespace ranvier::program {
namespace {

TEST(ScriptHash, LeavesOutHowLongTheRunIs) {
    EXPECT_EQ(without_lengths("tstop = 100\nrun()\n"), "tstop =\nrun()\n");
    EXPECT_EQ(without_lengths("h.tstop=1.5e+3 # ms"), "h.tstop= # ms");
    EXPECT_EQ(without_lengths("{ pc.psolve( 20 ) }"), "{ pc.psolve( ) }");
    EXPECT_EQ(without_lengths("continuerun(.5) cvode.solve(7)"), "continuerun() cvode.solve()");
}

TEST(ScriptHash, KeepsEverythingElse) {
    for (const char* text : {"my_tstop = 3", "tstops = 3", "tstop == x", "psolve(tstop)", "psolved(3)", "dt = 0.1",
                             "tstop", "psolve(", "solver(2)"}) {
        EXPECT_EQ(without_lengths(text), text);
    }
    EXPECT_NE(hash_of_script("g = 1"), hash_of_script("g = 2"));
    EXPECT_EQ(hash_of_script("tstop = 1"), hash_of_script("tstop = 2"));
}

}  // namespace
}  // namespace ranvier::program
