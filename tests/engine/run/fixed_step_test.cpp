#include "engine/run/fixed_step.hpp"

#include <gtest/gtest.h>

#include "run/parts.hpp"

namespace ranvier::engine {
namespace {

/// A passive cell with a synapse, and an artificial cell; each has a connection that the test uses by hand.
class FixedStepTest : public testing::Test, protected PartsOfOneRank {
  protected:
    Section& soma = make_soma("soma");
    InstanceId pulse = make_pulse(soma), adder = make(hand_made::adder());
    NetConId to_pulse = network.connect(SourceId::none, pulse, 1, .5);
    NetConId to_adder = network.connect(SourceId::none, adder, 1, .25);

    void send(NetConId netcon, double t) { tables.delivery().add_netcon_event(network.at(netcon), t); }
    double v() { return model.load(v_of(soma)); }
    double received() { return model.load(model.reference(adder, hand_made::adder_last)); }
};

// The time constant is 2 ms.
TEST_F(FixedStepTest, IsAnImplicitEulerStep) {
    begin_now(-50);
    step.advance(0, 1, 0, ticks());
    EXPECT_NEAR(v(), -65 + 15 / (1 + .025 / 2), 1e-9);
    EXPECT_EQ(tables.blocks()[0]->block.t, .0125 + .0125);
    step.advance(0, 99, 0, ticks());
    EXPECT_NEAR(v(), -65 + 15 / std::pow(1 + .025 / 2, 100), 1e-9);
    EXPECT_EQ(model.t, 0) << "the model's t is the run's to move";
}

TEST_F(FixedStepTest, DeliversWhatIsDueByItsMiddleAtItsBeginning) {
    begin_now();
    send(to_adder, .0125);
    step.deliver_due(0);
    EXPECT_EQ(received(), .25);
    network.set_weight(to_adder, 0, .125);
    send(to_adder, .0126);
    step.solve_voltages(0);
    step.end_time(0);
    step.advance_states(0);
    EXPECT_EQ(received(), .25);
    step.record(0);
    step.finish(0, 0);
    EXPECT_EQ(received(), .125);
}

// A spike of another block may still belong before it.
TEST_F(FixedStepTest, LeavesToTheNextStepWhatIsDueAtItsVeryEnd) {
    begin_now();
    send(to_adder, .025);
    step.advance(0, 1, 0, ticks());
    EXPECT_EQ(received(), 0);
    step.deliver_due(0);
    EXPECT_EQ(received(), .25);
}

TEST_F(FixedStepTest, FindsThresholdCrossingsAtItsBeginning) {
    const SourceId source = network.sources().of(v_of(soma), &soma);
    network.sources().set_threshold(source, -60);
    network.connect(source, InstanceId{});
    begin_now(-70);
    model.store(v_of(soma), -50);
    step.deliver_due(0);
    const auto fired = tables.blocks()[0]->fired().all();
    ASSERT_EQ(fired.size(), 1u);
    EXPECT_EQ(fired[0].t, 1e-10);
}

TEST_F(FixedStepTest, IsMadeOfItsParts) {
    begin_now(-50);
    for (int k = 0; k < 2; ++k) send(to_pulse, .03);
    step.advance(0, 5, 0, ticks());
    const double whole = v();
    begin_now(-50);
    tables.delivery().clear();
    for (int k = 0; k < 2; ++k) send(to_pulse, .03);
    for (int k = 0; k < 5; ++k) {
        step.deliver_due(0);
        step.solve_voltages(0);
        step.end_time(0);
        step.advance_states(0);
        step.record(0);
        step.finish(0, 0);
    }
    EXPECT_EQ(v(), whole);
    EXPECT_GT(v(), -65 + 15 / std::pow(1 + .025 / 2, 5)) << "the synapse did something";
}

TEST_F(FixedStepTest, TakesSamplesAtItsEnd) {
    const Samples t = record_each_step(VariableRef{}), voltage = record_each_step(v_of(soma));
    begin_now(-50);
    step.advance(0, 3, 0, ticks());
    ASSERT_EQ(t->size(), 4u);
    EXPECT_NEAR((*t)[3], .075, 1e-15);
    EXPECT_EQ(voltage->back(), v());
}

TEST_F(FixedStepTest, NamesTheInstanceThatFailed) {
    network.set_weight(to_pulse, 0, -1);
    begin_now();
    send(to_pulse, .05);
    EXPECT_EQ(error_of([&] { step.advance(0, 10, 0, ticks()); }),
              "Pulse[0] in soma(0.5): a weight must not be negative (t = 0.05 ms)");
}

}  // namespace
}  // namespace ranvier::engine
