#include "engine/variable/between_steps.hpp"

#include <gtest/gtest.h>

#include "variable/variable_parts.hpp"

namespace ranvier::engine {
namespace {

class BetweenStepsTest : public testing::Test, protected VariableParts {
  protected:
    Section& soma = make_soma("soma");
    std::vector<double> called;

    BetweenStepsTest() {
        begin_steps();
        between.begin(false);
    }
    void add(double t) {
        hooks.events().add(t, [this] { called.push_back(model.t); });
    }
};

TEST_F(BetweenStepsTest, RunStatementsThatAreDueAtTheirTimes) {
    for (const double t : {2., 1., 3.}) add(t);
    between.run_statements(2);
    EXPECT_EQ(called, (std::vector<double>{1, 2}));
    EXPECT_EQ(between.next_statement(), 3);
    EXPECT_FALSE(between.stops());
}

// docs: "CVode.event"
TEST_F(BetweenStepsTest, EndTheAdvanceAtAnEventWithoutAStatement) {
    hooks.events().add(1, nullptr);
    add(.5);
    EXPECT_EQ(between.next_end(), 1);
    between.run_statements(1);
    EXPECT_TRUE(between.ends_at_event());
    EXPECT_TRUE(between.stops());
    between.begin(false);
    EXPECT_FALSE(between.stops()) << "the next advance";
}

TEST_F(BetweenStepsTest, StopWhenAStatementAsks) {
    hooks.events().add(1, [this] { hooks.request_stop(); });
    between.run_statements(1);
    EXPECT_TRUE(between.stops());
    EXPECT_EQ(meter.times.steps, 1);
}

TEST_F(BetweenStepsTest, BringIntegratorsUpToDateWithWhatAStatementChanges) {
    hooks.events().add(1, [this] { make_soma("new"); });
    between.run_statements(1);
    ASSERT_EQ(integrators.size(), 1u);
    EXPECT_EQ(integrators[0].system().size(), 2u);
    EXPECT_EQ(integrators[0].t(), 1);
}

TEST_F(BetweenStepsTest, RefuseAStatementThatTurnsVariableStepsOff) {
    hooks.events().add(1, [this] { variable.active = false; });
    EXPECT_EQ(
        error_of([&] { between.run_statements(1); }),
        "a statement of cvode.event() at t = 1 ms turned variable steps off: call cvode.active(0) between advances");
}

TEST_F(BetweenStepsTest, TakeSamplesOutNowAndThenAndAtTheEnd) {
    int taken = 0;
    hooks.sample_takers().add(this, [&] { ++taken; });
    for (int k = 0; k < 600; ++k) between.stops();
    EXPECT_EQ(taken, 2);
    between.end();
    EXPECT_EQ(taken, 3);
    hooks.sample_takers().remove(this);
}

}  // namespace
}  // namespace ranvier::engine
