// KINETIC becomes a linear system for the changes of the states, or derivatives.
#include <gtest/gtest.h>

#include "pass_text.hpp"

namespace ranvier::nmodl {
namespace {

const std::string kinetic_start = "STATE { c o }\nBREAKPOINT { SOLVE k METHOD ";

TEST(KineticEquations, ReplaceTheFirstConservedStatesEquationByTheLaw) {
    const auto program =
        tree_after("solve_blocks", kinetic_start + "sparse }\nKINETIC k { ~ c <-> o (1, 2)  CONSERVE c + o = 1 }");
    EXPECT_EQ(to_nmodl(program->block("k")->body),
              "LOCAL f_flux, b_flux, rv_term, rv_inverse_dt\n"
              "rv_inverse_dt = 1.0 / dt\n"
              "rv_rhs[1] = -rv_inverse_dt * (c - rv_saved[1])\n"
              "rv_matrix[1] = rv_inverse_dt\n"
              "f_flux = 1.0 * c\n"
              "b_flux = 2.0 * o\n"
              "rv_rhs[1] = rv_rhs[1] - (f_flux - b_flux)\n"
              "rv_term = 1.0\n"
              "rv_matrix[1] = rv_matrix[1] + rv_term\n"
              "rv_term = 2.0\n"
              "rv_matrix[2] = rv_matrix[2] - rv_term\n"
              "rv_rhs[0] = 1.0\n"
              "rv_matrix[0] = 1.0\n"
              "rv_rhs[0] = rv_rhs[0] - o\n"
              "rv_matrix[3] = 1.0\n"
              "rv_rhs[0] = rv_rhs[0] - c\n");
    const auto& system = program->block("k")->system;
    EXPECT_EQ(system.method, System::Method::Sparse);
    EXPECT_EQ(system.slots, 4);
    EXPECT_TRUE(system.is_linear);
}

TEST(KineticEquations, AreNotLinearWhereReactionsAreOfHigherOrder) {
    const auto program = tree_after("solve_blocks", kinetic_start + "sparse }\nKINETIC k { ~ 2 c <-> o (1, 2) }");
    EXPECT_FALSE(program->block("k")->system.is_linear);
}

TEST(KineticEquations, BecomeDerivativesForExplicitMethods) {
    EXPECT_EQ(block_after("solve_blocks", "k",
                          kinetic_start + "euler }\nKINETIC k { COMPARTMENT 3 { c }  ~ 2 c <-> o (1, 2)  ~ o << (5) }"),
              "LOCAL f_flux, b_flux\n"
              "Dc = 0.0\n"
              "Do = 0.0\n"
              "f_flux = 1.0 * c * c\n"
              "b_flux = 2.0 * o\n"
              "Dc = Dc - 2.0 * (f_flux - b_flux)\n"
              "Do = Do + (f_flux - b_flux)\n"
              "f_flux = 0.0\n"
              "b_flux = 5.0\n"
              "Do = Do + b_flux\n"
              "Dc = Dc / 3.0\n");
}

}  // namespace
}  // namespace ranvier::nmodl
