#include "engine/variable/variable_steps.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/variable/state_listing.hpp"
#include "run/parts.hpp"

namespace ranvier::engine {
namespace {

class VariableStepsTest : public testing::Test, protected PartsOfOneRank {
  protected:
    VariableSteps steps{tables, intervals, hooks, variable};

    void advance(std::optional<double> tout) { run_to_completion(steps.advance(tout)); }
    /// The cell's voltage at t [ms] after it was -50 mV.
    static double expected(double t) { return -65 + 15 * std::exp(-t / 2); }
};

TEST_F(VariableStepsTest, AreTakenWhereThereAreEquationsWhileTheyAreActive) {
    make_soma("soma");
    EXPECT_FALSE(steps.are_taken() || steps.go_by_events());
    steps.settings().active = true;
    EXPECT_TRUE(steps.are_taken());
    EXPECT_FALSE(steps.go_by_events());
}

TEST_F(VariableStepsTest, GoByEventsWhereThereAreOnlyArtificialCells) {
    const SpikeTimes times = record(network.sources().of(make_pacer(1, 3)));
    steps.settings().active = true;
    EXPECT_FALSE(steps.are_taken());
    EXPECT_TRUE(steps.go_by_events());
    begin_now();
    advance(5);
    EXPECT_EQ(*times, (std::vector<double>{1, 4}));
    EXPECT_EQ(model.t, 5);
    const Hooks::Id hook = hooks.add_step_hook([] {});
    EXPECT_FALSE(steps.go_by_events()) << "a script acts at each step";
    hooks.remove_step_hook(hook);
    EXPECT_TRUE(steps.go_by_events());
}

TEST_F(VariableStepsTest, FollowTheEquations) {
    Section& soma = make_soma("soma");
    steps.settings().active = true;
    steps.settings().absolute_tolerance = 1e-5;
    begin_now(-50);
    steps.restart();
    advance(3);
    EXPECT_EQ(model.t, 3);
    EXPECT_NEAR(model.load(v_of(soma)), expected(3), 1e-3);
    advance(std::nullopt);
    EXPECT_GT(model.t, 3) << "one step";
}

TEST_F(VariableStepsTest, HandOutTheIntegratorsOfTheirKind) {
    make_soma("one");
    make_soma("two");
    steps.settings().active = true;
    EXPECT_EQ(steps.listed().size(), 1u);
    steps.settings().local = true;
    ++steps.settings().version;
    ASSERT_EQ(steps.listed().size(), 2u);
    const VariableIntegrator* first = steps.listed()[0].integrator;
    EXPECT_NE(steps.listed()[1].integrator, first);
    EXPECT_EQ(steps.listed()[0].integrator, first) << "the same until something changes";
}

TEST_F(VariableStepsTest, RestartOnlyARunThatHasBegun) {
    Section& soma = make_soma("soma");
    steps.settings().active = true;
    steps.restart();
    EXPECT_EQ(tables.blocks().size(), 0u) << "nothing was prepared for it";
    begin_now(-50);
    steps.restart();
    advance(2);
    EXPECT_GT(steps.listed()[0].integrator->counters().steps, 0);
    model.store(v_of(soma), -50);
    steps.restart();
    EXPECT_EQ(steps.listed()[0].integrator->counters().steps, 0);
}

}  // namespace
}  // namespace ranvier::engine
