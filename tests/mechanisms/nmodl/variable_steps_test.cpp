// SOLVE becomes the equations of variable steps.
#include <gtest/gtest.h>

#include "mechanisms/nmodl/passes/variable_steps.hpp"

#include "mechanisms/nmodl/passes/split_breakpoint.hpp"
#include "pass_text.hpp"

namespace ranvier::nmodl {
namespace {

std::string obstacle(const std::string& text) {
    return tree_after("variable_steps", text)->variable_steps.obstacle;
}

TEST(VariableSteps, DerivativesAreAssigned) {
    EXPECT_EQ(block_after("variable_steps", derivatives_block,
                          "STATE { m }\nBREAKPOINT { SOLVE s METHOD cnexp }\nDERIVATIVE s { m' = (1 - m)/2 }"),
              "rv_d_m = (1.0 - m) / 2.0\nrv_s_m = -1.0 / 2.0\n");
}

TEST(VariableSteps, SlopesAreThoseByTheStatesThemselves) {
    EXPECT_EQ(
        block_after("variable_steps", derivatives_block,
                    "STATE { m n }\nBREAKPOINT { SOLVE s METHOD cnexp }\nDERIVATIVE s { m' = 3 - n*m  n' = 2*m }"),
        "rv_d_m = 3.0 - n * m\nrv_s_m = -(n * 1.0)\nrv_d_n = 2.0 * m\nrv_s_n = 0.0\n");
}

TEST(VariableSteps, TakeADifferenceWhereThereIsNoRule) {
    EXPECT_EQ(block_after("variable_steps", derivatives_block,
                          "STATE { m }\nBREAKPOINT { SOLVE s METHOD derivimplicit }\nDERIVATIVE s { m' = exp(m) }"),
              "rv_d_m = exp(m)\nrv_s_m = (exp(m + 0.001) - exp(m)) / 0.001\n");
}

TEST(VariableSteps, FixedStepsKeepTheirEquations) {
    EXPECT_EQ(block_after("variable_steps", "s",
                          "STATE { m }\nBREAKPOINT { SOLVE s METHOD cnexp }\nDERIVATIVE s { m' = -m }"),
              "Dm = -m\n");
}

TEST(VariableSteps, LetCvodeTPrecedeTheCurrents) {
    const std::string text = "BREAKPOINT { SOLVE p METHOD cvode_t }\nPROCEDURE p() { }";
    EXPECT_EQ(obstacle(text), "");
    EXPECT_EQ(block_after("variable_steps", advance_block, text),
              "if (!rv_variable_steps()) {\n    SOLVE p METHOD cvode_t\n}\n");
    EXPECT_NE(obstacle("BREAKPOINT { SOLVE p METHOD cvode_t_v }\nPROCEDURE p() { }"), "");
}

TEST(VariableSteps, SayWhatStandsInTheirWay) {
    EXPECT_EQ(obstacle("BREAKPOINT { SOLVE p METHOD after_cvode }\nPROCEDURE p() { }"), "");
    EXPECT_NE(obstacle("BREAKPOINT { SOLVE p }\nPROCEDURE p() { }"), "");
    EXPECT_NE(obstacle("STATE { m n }\nBREAKPOINT { SOLVE s METHOD cnexp  SOLVE u METHOD cnexp }\n"
                       "DERIVATIVE s { m' = -m }\nDERIVATIVE u { n' = -n }"),
              "");
    EXPECT_NE(obstacle("STATE { m }\nBREAKPOINT { SOLVE l METHOD simeq }\nLINEAR l { ~ m = 1 }"), "");
}

}  // namespace
}  // namespace ranvier::nmodl
