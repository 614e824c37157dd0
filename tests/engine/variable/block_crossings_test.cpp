#include "engine/variable/block_crossings.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "event/event_parts.hpp"

namespace ranvier::engine {
namespace {

/// A section with a source of threshold -60 mV, and a WATCH (v > -55), at the ends of steps of 1 ms.
struct BlockCrossingsTest : testing::Test, EventParts {
    Section& section{*model.sections()[0]};
    VariableRef v{model.reference(section, *model.range_variable("v"), 0, .5)};
    InstanceId target{make_adder()};
    BlockCrossings crossings;

    BlockCrossingsTest() {
        model.create_point_process(model.register_mechanism(hand_made::watcher()), section, .5);
        const SourceId from = network.sources().of(v, &section);
        network.sources().set_threshold(from, -60);
        network.connect(from, target, 1, 1);
        build();
        initialize();
        events().deliver(0);  // which arms the WATCH
        look(1, -65);
    }
    BlockEvents& events() { return *tables.blocks[model.block_of(v)]; }
    void look(double t, double mV, double step = 1) {
        model.store(v, mV);
        events().block.t = t;
        crossings.find(events(), {t, t - step, t});
    }
    /// When the WATCH's events in the queue are due.
    std::vector<double> watch_events() {
        std::vector<double> times;
        for (const Event& event : events().queue().events()) {
            if (event.type == EventType::watch) times.push_back(event.t);
        }
        return times;
    }
    std::vector<double> spikes() {
        std::vector<double> times;
        for (const Fired& spike : events().fired().all()) times.push_back(spike.t);
        return times;
    }
};

TEST_F(BlockCrossingsTest, AreSentWhenTheirTimeHasCome) {
    EXPECT_EQ(crossings.next(), std::numeric_limits<double>::infinity());
    look(2, -50);
    EXPECT_DOUBLE_EQ(crossings.next(), 1 + 1 / 3.);
    EXPECT_TRUE(spikes().empty());
    crossings.send(events(), 1.5);
    ASSERT_EQ(spikes().size(), 1u);
    EXPECT_DOUBLE_EQ(spikes()[0], 1 + 1 / 3.);
    EXPECT_TRUE(watch_events().empty());
    EXPECT_DOUBLE_EQ(crossings.next(), 1 + 2 / 3.);
    crossings.send(events(), 2);
    ASSERT_EQ(watch_events().size(), 1u);
    EXPECT_DOUBLE_EQ(watch_events()[0], 1 + 2 / 3.);
    EXPECT_EQ(spikes().size(), 1u);
    EXPECT_TRUE(events().thresholds().is_above(0));
}

TEST_F(BlockCrossingsTest, AreSentAtOnceWhereTheStepsRestart) {
    look(1, -50, 0);
    EXPECT_EQ(spikes(), std::vector<double>{1});
    EXPECT_EQ(watch_events(), std::vector<double>{1});
    EXPECT_EQ(crossings.next(), std::numeric_limits<double>::infinity());
}

TEST_F(BlockCrossingsTest, AreForgottenWithAnArming) {
    look(2, -50);
    events().watches().disarm();
    crossings.send(events(), 2);
    EXPECT_EQ(spikes().size(), 1u);
    EXPECT_TRUE(watch_events().empty());
}

}  // namespace
}  // namespace ranvier::engine
