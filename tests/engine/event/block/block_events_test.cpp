#include "engine/event/block/block_events.hpp"

#include <gtest/gtest.h>

#include "event/event_parts.hpp"

namespace ranvier::engine {
namespace {

struct BlockEventsTest : testing::Test, EventParts {
    InstanceId cell{make_adder(2)}, other{make_adder(2)};

    BlockEvents& events() { return block_of(cell); }
    void net_send(InstanceId to, double t, double flag) {
        events().net_send(instances(to), index(to), nullptr, t, flag);
    }
    /// The cells lie in one block.
    void build_all(TieOrder order = TieOrder::insertion) {
        build(order);
        initialize();
    }
};

TEST_F(BlockEventsTest, QueuesTheDeliveriesOfASpikeAndKeepsItForOthers) {
    connect(cell, other, 1.5, .25);
    build_all();
    events().send(2, source(cell));
    EXPECT_EQ(events().fired().all().size(), 1u);
    EXPECT_EQ(events().queue().size(), 1u);
    events().deliver(3.25);
    EXPECT_EQ(last_weight(other), 0);
    events().deliver(3.5);
    EXPECT_EQ(last_weight(other), .25);
    EXPECT_EQ(events().meter().deliveries, 1);
    EXPECT_EQ(events().meter().spikes, 1);
    EXPECT_EQ(events().block.t, 0) << "the block's time is as before";
}

TEST_F(BlockEventsTest, DeliversSelfEventsWithTheirWeights) {
    connect(other, cell, 1, .75);
    connect(other, cell, 1.5, .5);
    const SourceId own = source(cell);
    build_all();
    events().send(0, source(other));
    events().deliver(1.5);  // the second input takes the Adder above 1: it fires in 2 ms, divided by the sum
    EXPECT_EQ(events().meter().self_sends, 1);
    ASSERT_EQ(events().queue().size(), 1u);
    const Event waits = events().queue().top();
    EXPECT_EQ(waits.receiver(), receiver(cell));
    EXPECT_EQ(waits.flag(), 1);
    EXPECT_EQ(*weights.at(waits.weight(), events().receivers().table(receiver(cell))), .5);
    events().deliver(5);
    EXPECT_EQ(events().fired().all().back().source, own);
}

TEST_F(BlockEventsTest, MovesTheLatestEventWithFlagOne) {
    build_all();
    net_send(cell, 3, 1);
    events().net_move(instances(cell), index(cell), 2);
    EXPECT_EQ(events().queue().top().t, 2);
    EXPECT_EQ(events().meter().self_moves, 1);
    events().net_move(instances(other), index(other), 2);
    EXPECT_TRUE(events().failures().any()) << "it has none";
}

TEST_F(BlockEventsTest, FailsAtEventsBeforeNow) {
    build_all();
    net_send(cell, -1, 0);
    EXPECT_TRUE(events().failures().any());
    EXPECT_TRUE(events().queue().empty());
    events().clear();
    EXPECT_FALSE(events().failures().any());
    events().net_event(instances(cell), index(cell), -1);
    EXPECT_FALSE(events().failures().any()) << "nothing listens to it";
}

TEST_F(BlockEventsTest, StopsDeliveringAtAFailure) {
    Section& section = *model.sections()[0];
    const MechanismId pulse = model.register_mechanism(hand_made::pulse());
    const InstanceId synapse = model.create_point_process(pulse, section, .5);
    connect(cell, synapse, 1, -1);
    connect(cell, synapse, 2, 1);
    build_all();
    events().send(0, source(cell));
    events().deliver(10);
    EXPECT_TRUE(events().failures().any());
    EXPECT_EQ(events().queue().size(), 1u);
}

TEST_F(BlockEventsTest, WatchesVariablesAndConditions) {
    Section& section = *model.sections()[0];
    const VariableRef v = model.reference(section, *model.range_variable("v"), 0, .5);
    const SourceId watched = network.sources().of(v, &section);
    network.sources().set_threshold(watched, -20);
    const InstanceId watcher = model.create_point_process(model.register_mechanism(hand_made::watcher()), section, .5);
    network.connect(network.sources().of(watcher), cell, 1, .5);
    build_all(TieOrder::canonical);
    BlockEvents& block = block_of(watcher);
    block.deliver(0);  // arms its WATCH (v > -55)
    block.check_thresholds(.125);
    EXPECT_TRUE(block.fired().empty());
    model.store(v, -40);
    block.check_thresholds(.125);
    ASSERT_EQ(block.queue().size(), 1u);
    EXPECT_EQ(block.queue().top().t, 0);
    EXPECT_TRUE(block.fired().empty());
    model.store(v, 0);
    block.check_thresholds(.125);
    ASSERT_EQ(block.fired().all().size(), 1u);
    EXPECT_EQ(block.fired().all()[0].source, watched);
    EXPECT_EQ(block.fired().all()[0].t, .125);
    block.deliver(0);
    EXPECT_EQ(block.fired().all().size(), 2u) << "the event of the WATCH";
}

TEST_F(BlockEventsTest, GivesSamplesToTheirHandler) {
    build_all();
    events().queue().push(Event::sample(1, 4, 0));
    events().deliver(2);
    EXPECT_EQ(samples.taken, std::vector<double>{1});
    EXPECT_EQ(events().meter().entries, 1);
}

TEST_F(BlockEventsTest, TellsAMechanismTheWeightsOfItsConnections) {
    connect(other, cell, 1, .25);
    connect(other, cell, 2, .5);
    connect(cell, other, 2, 1);
    build_all();
    double* found[2];
    EXPECT_EQ(events().netcons(instances(cell), index(cell), nullptr), 2);
    EXPECT_EQ(events().netcons(instances(cell), index(cell), found), 2);
    EXPECT_EQ(*found[0], .25);
    EXPECT_EQ(*found[1], .5);
}

TEST_F(BlockEventsTest, NumbersEventsPutBackInTheirOrder) {
    build_all(TieOrder::canonical);
    BlockEvents& block = block_of(cell);
    const std::uint64_t key = block.receivers().key(receiver(cell), 0, false);
    for (const double flag : {3., 4.})
        block.put_back(Event::self(1, key, 77, receiver(cell), flag, WeightNumber::none), false);
    block.put_back(Event::self(1, key, 76, receiver(cell), 1, WeightNumber::none), true);
    EXPECT_TRUE(block.queue().has_movable(receiver(cell)));
    std::vector<double> flags;
    while (!block.queue().empty()) flags.push_back(block.queue().pop().flag());
    EXPECT_EQ(flags, (std::vector<double>{3, 4, 1}));
}

}  // namespace
}  // namespace ranvier::engine
