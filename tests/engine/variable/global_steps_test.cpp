#include "engine/variable/global_steps.hpp"

#include <gtest/gtest.h>

#include "variable/variable_parts.hpp"

namespace ranvier::engine {
namespace {

/// Two passive cells, one of which has a synapse.
class GlobalStepsTest : public testing::Test, protected VariableParts {
  protected:
    Section& one = make_soma("one");
    Section& two = make_soma("two");
    InstanceId pulse = make_pulse(one), adder = make(hand_made::adder());

    void begin_run(double v_mV) {
        begin_steps(v_mV);
        between.begin(false);
    }
    double received() { return model.load(model.reference(adder, hand_made::adder_t0)); }
};

TEST_F(GlobalStepsTest, EndExactlyWhereTheyAreAsked) {
    begin_run(-50);
    for (const double t : {.1, 1., 1.0001, 7.3}) {
        global.advance(t);
        EXPECT_EQ(model.t, t);
        EXPECT_NEAR(v(two), -65 + 15 * std::exp(-t / 2), 1e-3);
    }
}

TEST_F(GlobalStepsTest, TakeOneStepAtATime) {
    begin_run(-50);
    double last = 0;
    for (int k = 0; k < 5; ++k) {
        global.advance(std::nullopt);
        EXPECT_GT(model.t, last);
        last = model.t;
    }
    EXPECT_EQ(integrators[0].counters().steps, 5);
}

// A cell at rest takes long steps; the event lies within one.
TEST_F(GlobalStepsTest, GoBackToAnEventWithinAStep) {
    begin_run(-65);
    send(adder, 4.56, .5);
    between.begin(false);
    global.advance(100);
    EXPECT_EQ(received(), 4.56);
    EXPECT_GT(integrators[0].counters().interpolations, 0);
}

// 1 nA for 1 ms into pi 500 100 um2.
TEST_F(GlobalStepsTest, BeginAnewAtAnEventThatChangesACell) {
    begin_run(-65);
    send(pulse, 2, 1);
    between.begin(false);
    global.advance(3);
    const double area = 3.14159265358979 * 500 * 100 * 1e-8, steady = 1e-3 / (.0005 * area) * 1e-3;  // [cm2], [mV]
    EXPECT_NEAR(v(one), -65 + steady * (1 - std::exp(-.5)), .01 * steady);
    EXPECT_NEAR(v(two), -65, 1e-9);
    EXPECT_GE(integrators[0].counters().restarts, 2);
}

TEST_F(GlobalStepsTest, StopWhereAStatementAsks) {
    begin_run(-50);
    hooks.events().add(2.5, [this] { hooks.request_stop(); });
    global.advance(10);
    EXPECT_EQ(model.t, 2.5);
    EXPECT_NEAR(v(one), -65 + 15 * std::exp(-1.25), 1e-3);
}

}  // namespace
}  // namespace ranvier::engine
