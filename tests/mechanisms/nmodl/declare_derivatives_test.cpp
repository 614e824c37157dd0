// y'' makes y' a state.
#include <gtest/gtest.h>

#include "pass_text.hpp"

namespace ranvier::nmodl {
namespace {

TEST(DeclareDerivatives, MakesTheFirstDerivativeAState) {
    const auto program = tree_after("declare_derivatives",
                                    "STATE { y }\nBREAKPOINT { SOLVE s METHOD runge }\nDERIVATIVE s { y'' = -y }");
    const auto* symbol = program->symbol("Dy");
    ASSERT_NE(symbol, nullptr);
    EXPECT_EQ(symbol->role, Role::State);
    EXPECT_EQ(to_nmodl(program->block("s")->body), "D2y = -y\n");
}

TEST(DeclareDerivatives, LeavesFirstOrderEquations) {
    const auto program =
        tree_after("declare_derivatives", "STATE { y }\nBREAKPOINT { SOLVE s METHOD runge }\nDERIVATIVE s { y' = -y }");
    EXPECT_NE(program->symbol("Dy")->role, Role::State);
}

}  // namespace
}  // namespace ranvier::nmodl
