#include "engine/variable/tolerances.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace ranvier::engine {
namespace {

TEST(Tolerances, AreMadeSmallerByFactors) {
    VariableSettings settings;
    settings.absolute_tolerance = .1;
    settings.scales[{3, 1}] = .5;
    settings.scales[{3, 2}] = 8;
    const auto state = [](std::uint16_t table, std::uint16_t column, double tolerance) {
        return OdeState{nullptr, nullptr, {table, column, 0}, tolerance};
    };
    const OdeState states[] = {state(3, 0, 0), state(3, 0, .25), state(3, 1, .25), state(3, 2, .25), state(4, 1, 4)};
    EXPECT_EQ(absolute_tolerances(states, settings), (std::vector<double>{.1, .1 * .25, .1 * .5, .1, .1}))
        << "none, the mechanism's, the script's, and two above 1";
}

TEST(Tolerances, AreKeptInSinglePrecision) {
    VariableSettings settings;
    settings.absolute_tolerance = 1;
    const OdeState state{nullptr, nullptr, {}, .1};
    EXPECT_EQ(absolute_tolerances({&state, 1}, settings), std::vector<double>{.1f});
}

TEST(StepLimits, AreTheSettings) {
    VariableSettings settings;
    settings.relative_tolerance = 1e-3;
    settings.highest_order = 2;
    settings.stiff = 0;
    settings.jacobian = 2;
    settings.shortest_step = .1;
    settings.longest_step = 1;
    const StepLimits limits = step_limits(settings);
    EXPECT_EQ(limits.relative_tolerance, 1e-3);
    EXPECT_EQ(limits.highest_order, 2);
    EXPECT_FALSE(limits.by_newton);
    EXPECT_EQ(limits.jacobian, Jacobian::diagonal);
    EXPECT_EQ(limits.shortest_step, .1);
    EXPECT_EQ(limits.longest_step, 1);
    settings.shortest_step = 2;
    EXPECT_THROW(step_limits(settings), std::invalid_argument);
}

}  // namespace
}  // namespace ranvier::engine
