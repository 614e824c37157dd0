// LINEAR becomes coefficients, NONLINEAR and implicit DERIVATIVE become residuals.
#include <gtest/gtest.h>

#include "pass_text.hpp"

namespace ranvier::nmodl {
namespace {

const std::string algebraic_start = "STATE { x y }\nBREAKPOINT { SOLVE e METHOD ";

TEST(AlgebraicEquations, OfLinearBlocksFillAMatrixRowByRow) {
    EXPECT_EQ(block_after("solve_blocks", "e", algebraic_start + "simeq }\nLINEAR e { ~ 2*x - y = 3  ~ x = 4*y }"),
              "rv_matrix[0] = rv_matrix[0] - 2.0 * 1.0\n"
              "rv_matrix[1] = rv_matrix[1] + 1.0\n"
              "rv_matrix[2] = rv_matrix[2] - 3.0\n"
              "rv_matrix[3] = rv_matrix[3] - 1.0\n"
              "rv_matrix[4] = rv_matrix[4] + 4.0 * 1.0\n");
}

TEST(AlgebraicEquations, OfNonlinearBlocksAreRightMinusLeft) {
    EXPECT_EQ(
        block_after("solve_blocks", "e", algebraic_start + "newton }\nNONLINEAR e { ~ x*y = 3  ~ x + y = 2 - x }"),
        "rv_value[0] = -(x * y) + 3.0\n"
        "rv_value[1] = -(x + y) + 2.0 - x\n");
}

TEST(AlgebraicEquations, OfDerivimplicitCompareSlopeAndChange) {
    EXPECT_EQ(block_after("solve_blocks", "e", algebraic_start + "derivimplicit }\nDERIVATIVE e { x' = -x*y }"),
              "Dx = -x * y\n"
              "rv_value[0] = Dx - (x - rv_saved[0]) / dt\n");
}

}  // namespace
}  // namespace ranvier::nmodl
