#include "engine/simulation/whole_steps.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

namespace ranvier::engine {
namespace {

TEST(WholeSteps, AreThoseThatFitInSpiteOfRounding) {
    EXPECT_EQ(whole_steps(0, .025, 1), 40);
    EXPECT_EQ(whole_steps(0, .1, .3), 3) << "3 * .1 is above .3";
    EXPECT_EQ(whole_steps(0, .1, .7), 7) << ".7 / .1 is below 7";
    EXPECT_EQ(whole_steps(100, .025, 100.06), 2);
    EXPECT_EQ(whole_steps(0, .1, .0999), 0);
}

TEST(WholeSteps, AreNoneBackward) {
    EXPECT_EQ(whole_steps(5, .1, 3), 0);
    EXPECT_EQ(whole_steps(5, .1, 5), 0);
}

TEST(WholeSteps, RefuseATimeThatStepsDoNotReach) {
    EXPECT_THROW(whole_steps(0, 1e-300, 1), std::invalid_argument);
    EXPECT_THROW(whole_steps(0, .1, std::numeric_limits<double>::infinity()), std::invalid_argument);
}

TEST(CheckStep, RefusesAllButPositiveSteps) {
    EXPECT_NO_THROW(check_step(.025));
    for (const double dt : {0., -.1, std::numeric_limits<double>::quiet_NaN()}) {
        EXPECT_THROW(check_step(dt), std::invalid_argument) << dt;
    }
}

}  // namespace
}  // namespace ranvier::engine
