// Which mechanisms may be evaluated as often as one likes between two steps.
#include "mechanisms/nmodl/codegen/repeatable.hpp"

#include <gtest/gtest.h>

#include "pass_text.hpp"

namespace ranvier::nmodl {
namespace {

bool repeats(const std::string& text) {
    Diagnostics diagnostics;
    auto program = parse("t.mod", text, diagnostics);
    run_passes(*program, Math::libm, diagnostics);
    EXPECT_FALSE(diagnostics.has_errors()) << text;
    return is_repeatable(make_plan(*program, Math::libm));
}

const std::string density = "NEURON { SUFFIX x NONSPECIFIC_CURRENT i }\nASSIGNED { v i a b }\nSTATE { m }\n";

TEST(Repeatable, AreMechanismsThatFollowFromTheirStates) {
    EXPECT_TRUE(repeats(density + "BREAKPOINT { i = 0.001*(v + 65) }"));
    EXPECT_TRUE(repeats(density +
                        "BREAKPOINT { SOLVE s METHOD cnexp  a = m*m  i = a*(v + 65) }\n"
                        "DERIVATIVE s { rates() m' = (b - m)/2 }\nPROCEDURE rates() { b = 1/(1 + exp(-v)) }"));
    EXPECT_TRUE(
        repeats("NEURON { POINT_PROCESS p ELECTRODE_CURRENT i }\nASSIGNED { i }\n"
                "BREAKPOINT { at_time(5)  if (t > 5) { i = 1 } else { i = 0 } }"));
}

TEST(Repeatable, AreNoneThatRemember) {
    EXPECT_FALSE(repeats(density + "BREAKPOINT { if (v > a) { a = v }  i = 0 }"));
    EXPECT_FALSE(repeats(density + "BREAKPOINT { a = a + 1  i = 0 }"));
    EXPECT_FALSE(repeats(density + "BREAKPOINT { SOLVE s METHOD cnexp  i = a*m  a = v }\nDERIVATIVE s { m' = -m }"));
    EXPECT_FALSE(repeats(density + "BREAKPOINT { SOLVE s METHOD cnexp  i = b*m }\n"
                                   "DERIVATIVE s { if (v > 0) { b = 1 } m' = -m }"));
}

TEST(Repeatable, AreNoneWithEffects) {
    EXPECT_FALSE(repeats(density + "BREAKPOINT { printf(\"%g\", v)  i = 0 }"));
    EXPECT_FALSE(repeats(density + "BREAKPOINT { SOLVE c METHOD after_cvode  i = 0 }\nPROCEDURE c() { a = 1 }"));
    EXPECT_FALSE(repeats(density + "BREAKPOINT { i = 0 }\nBEFORE STEP { a = v }"));
    EXPECT_FALSE(repeats("NEURON { SUFFIX x POINTER p }\nASSIGNED { p }\nBREAKPOINT { p = 1 }"));
    EXPECT_FALSE(repeats("NEURON { SUFFIX x USEION ca WRITE cai }\nASSIGNED { cai v }\nBREAKPOINT { cai = v }"));
}

}  // namespace
}  // namespace ranvier::nmodl
