#include "engine/variable/variable_run.hpp"

#include <gtest/gtest.h>

#include "variable/variable_parts.hpp"

namespace ranvier::engine {
namespace {

/// With steps of all cells together, and of each alone.
class VariableRunTest : public testing::TestWithParam<bool>, protected VariableParts {
  protected:
    VariableRunTest() { variable.local = GetParam(); }
    void step() { run_to_completion(steps.advance(std::nullopt)); }
};

TEST_P(VariableRunTest, FollowsAnExponential) {
    Section& soma = make_soma("soma");
    begin_steps(-50);
    for (const double t : {.5, 3., 10.}) {
        advance_to(t);
        EXPECT_EQ(model.t, t);
        EXPECT_NEAR(v(soma), -65 + 15 * std::exp(-t / 2), 1e-3);
    }
    EXPECT_LT(integrators[0].counters().steps, 100);
}

TEST_P(VariableRunTest, GivesTheSameStepByStep) {
    Section& soma = make_soma("soma");
    begin_steps(-50);
    while (model.t < 5) step();
    EXPECT_NEAR(v(soma), -65 + 15 * std::exp(-model.t / 2), 1e-3);
}

TEST_P(VariableRunTest, BeginsAnewWithWhatAScriptHasSet) {
    Section& soma = make_soma("soma");
    begin_steps(-50);
    advance_to(5);
    model.store(v_of(soma), -50);
    steps.restart();
    EXPECT_EQ(integrators[0].counters().steps, 0);
    advance_to(6);
    EXPECT_NEAR(v(soma), -65 + 15 * std::exp(-.5), 1e-3);
}

TEST_P(VariableRunTest, EndsAtTheTimeOfAnErrorAndKeepsTheRaster) {
    std::size_t spikes = 0;
    network.recordings().set_raster([&](double, std::span<const exchange::Spike> some) { spikes += some.size(); });
    const InstanceId pulse = make_pulse(make_soma("soma"));
    const SourceId source = network.sources().of(make_pacer(2));
    own(1, source);
    network.connect(source, pulse, 1, -1);
    begin_steps(-50);
    EXPECT_EQ(error_of([&] { advance_to(5); }), "Pulse[0] in soma(0.5): a weight must not be negative (t = 3 ms)");
    EXPECT_NEAR(model.t, 3, .5);
    EXPECT_EQ(spikes, 1u);
}

INSTANTIATE_TEST_SUITE_P(Steps, VariableRunTest, testing::Bool(),
                         [](const auto& test) { return test.param ? "OfEachCell" : "OfAllCells"; });

}  // namespace
}  // namespace ranvier::engine
