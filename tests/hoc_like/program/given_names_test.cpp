#include "hoc_like/program/given_names.hpp"

#include <gtest/gtest.h>

namespace ranvier::program {
namespace {

TEST(GivenNames, AreTheMechanismsAndItsIons) {
    const GivenNames names(
        "TITLE x\nCOMMENT SUFFIX not ENDCOMMENT\n: SUFFIX nor ? this\nNEURON {\n  SUFFIX ka2 : a comment\n"
        "  USEION k READ ek WRITE ik\n  RANGE gbar\n}\nVERBATIM\nUSEION na\nENDVERBATIM\nPARAMETER { other = 1 }\n");
    EXPECT_EQ(names.mechanism(), "ka2");
    for (const char* given :
         {"ka2", "gbar_ka2", "setdata_ka2", "table_tau_ka2", "ek", "ik", "ki", "ko", "k_ion", "ki0_k_ion", "a_b_ka2"}) {
        EXPECT_TRUE(names.has(given)) << given;
    }
    for (const char* other : {"not", "nor", "gbar", "ka", "ka2_x", "xka2", "ena", "other", "", "_"}) {
        EXPECT_FALSE(names.has(other)) << other;
    }
}

TEST(GivenNames, OfAFileWithoutAMechanismAreItsFunctionsAndGlobals) {
    const GivenNames names(
        "NEURON { SUFFIX nothing GLOBAL shared, more }\nPARAMETER { level = 3 (mV) }\nFUNCTION twice(x) { LOCAL y }\n"
        "PROCEDURE act() {}\n");
    EXPECT_EQ(names.mechanism(), "nothing");
    for (const char* given : {"shared", "more", "level", "twice", "act"}) EXPECT_TRUE(names.has(given)) << given;
    for (const char* other : {"y", "nothing", "twice_nothing"}) EXPECT_FALSE(names.has(other)) << other;
}

TEST(GivenNames, NeedNoCompleteFile) {
    EXPECT_EQ(GivenNames("").mechanism(), "");
    EXPECT_EQ(GivenNames("NEURON { SUFFIX").mechanism(), "");
    EXPECT_EQ(GivenNames("VERBATIM SUFFIX x").mechanism(), "");
    EXPECT_TRUE(GivenNames("NEURON { POINT_PROCESS P }\nINITIAL { x = 1 + }").has("P"));
}

}  // namespace
}  // namespace ranvier::program
