#include "engine/variable/local_steps.hpp"

#include <gtest/gtest.h>

#include "variable/variable_parts.hpp"

namespace ranvier::engine {
namespace {

/// A passive cell at rest with a synapse, and one that decays towards rest.
class LocalStepsTest : public testing::Test, protected VariableParts {
  protected:
    Section& rest = make_soma("rest");
    Section& decay = make_soma("decay");
    InstanceId pulse = make_pulse(rest);
    NetConId to_pulse = network.connect(SourceId::none, pulse, 1, 1);

    LocalStepsTest() {
        variable.local = true;
        begin_steps();
        model.store(v_of(decay), -50);
        steps.restart();
        between.begin(false);
    }
    const VariableIntegrator& integrator_of(Section& section) {
        return integrators[integrators.of_block(model.block_of(v_of(section)))];
    }
    void advance_all(double t) { run_to_completion(local.advance(t)); }
};

TEST_F(LocalStepsTest, LetEachCellTakeItsOwn) {
    advance_all(20);
    EXPECT_EQ(model.t, 20);
    for (std::size_t k = 0; k < 2; ++k) EXPECT_EQ(integrators[k].t(), 20);
    EXPECT_LT(2 * integrator_of(rest).counters().steps, integrator_of(decay).counters().steps);
    integrators.follow();
    EXPECT_NEAR(v(decay), -65 + 15 * std::exp(-10.), 1e-3);
    EXPECT_EQ(v(rest), -65);
}

TEST_F(LocalStepsTest, LetAnEventDisturbItsOwnCellAlone) {
    advance_all(3);
    const std::int64_t of_rest = integrator_of(rest).counters().restarts;
    const std::int64_t of_decay = integrator_of(decay).counters().restarts;
    tables.delivery().add_netcon_event(network.at(to_pulse), 4);
    advance_all(4.5);
    EXPECT_EQ(integrator_of(rest).counters().restarts, of_rest + 1);
    EXPECT_EQ(integrator_of(decay).counters().restarts, of_decay);
    EXPECT_GT(v(rest), -65);
}

// Condition order 2. 1 nA into pi 500 100 um2 from 4 ms on.
TEST_F(LocalStepsTest, FindCrossingsWithinThem) {
    variable.condition_order = 2;
    set(pulse, hand_made::pulse_duration, 100);
    const SourceId source = network.sources().of(v_of(rest), &rest);
    network.sources().set_threshold(source, -64.5);
    const SpikeTimes times = record(source);
    tables.prepare();
    steps.restart();
    between.begin(false);
    tables.delivery().add_netcon_event(network.at(to_pulse), 4);
    advance_all(10);
    const double area = 3.14159265358979 * 500 * 100 * 1e-8, steady = 1e-6 / (.0005 * area);  // [cm2], [mV]
    ASSERT_EQ(times->size(), 1u);
    EXPECT_NEAR((*times)[0], 4 - 2 * std::log(1 - .5 / steady), .01);
}

TEST_F(LocalStepsTest, LetTheCellThatIsFurthestBehindGoOn) {
    between.begin(true);
    double last = 0;
    for (int k = 0; k < 40; ++k) {
        local.advance_by_step();
        EXPECT_LE(last, local.first_time());
        last = local.first_time();
        EXPECT_EQ(model.t, last);
    }
    EXPECT_GT(last, 0);
}

// Each rank's cell is kicked by the other's source; all of it 1 ms after 1 and 2 ms.
TEST(LocalSteps, MeetOtherRanksAtIntervals) {
    std::vector<double> t(2), highest(2);
    run_on_ranks(2, [&](Parts& parts, int rank) -> exchange::Task<void> {
        StepParts all(parts);
        parts.variable.local = true;
        Section& soma = parts.make_soma("soma");
        parts.own(rank, parts.network.sources().of(parts.make_pacer(1 + rank)));
        parts.listen(1 - rank, parts.make_pulse(soma), 1);
        const Samples voltage = parts.record_each_step(parts.v_of(soma));
        const Samples time = std::make_shared<std::vector<double>>();
        parts.tables.player().record_steps(parts.v_of(soma), time);
        co_await parts.begin();
        all.steps.restart();
        all.between.begin(false);
        co_await all.local.advance(10);
        const auto r = static_cast<std::size_t>(rank);
        t[r] = parts.model.t;
        const auto top = std::max_element(voltage->begin(), voltage->end()) - voltage->begin();
        highest[r] = (*time)[static_cast<std::size_t>(top)];
    });
    EXPECT_EQ(t, std::vector<double>(2, 10));
    EXPECT_EQ(highest, (std::vector<double>{4, 3})) << "when the current ends, 1 ms after it came";
}

}  // namespace
}  // namespace ranvier::engine
