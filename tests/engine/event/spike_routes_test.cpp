#include "engine/event/spike_routes.hpp"

#include <gtest/gtest.h>

#include "event/event_parts.hpp"

namespace ranvier::engine {
namespace {

/// Adders in two blocks: `cell[0]` and `[1]` in the first, the others in the second. Queues of the test's own.
struct SpikeRoutesTest : testing::Test, EventParts {
    std::vector<InstanceId> cell;
    EventQueue queue[2];

    SpikeRoutesTest() {
        for (int k = 0; k < 4; ++k) {
            cell.push_back(make_adder());
            source(cell.back());
        }
    }
    void arrange(TieOrder order = TieOrder::canonical) {
        build(order);
        for (EventQueue& each : queue) each.set_tie_order(order);
        EventQueue* queues[] = {&queue[0], &queue[1]};
        routes.set_queues(queues);
    }
    using Times = std::vector<double>;
};

TEST_F(SpikeRoutesTest, QueueOneEventForEachTableAndTheFirstDelay) {
    for (const double delay : {3., 1., 2.}) connect(cell[0], cell[1], delay);
    connect(cell[0], cell[2], 1.5);
    arrange();
    routes.queue_in(0, {10, source(cell[0])});
    ASSERT_EQ(queue[0].size(), 1u);
    EXPECT_TRUE(queue[1].empty());
    const Event event = queue[0].pop();
    EXPECT_EQ(event.type, EventType::group);
    EXPECT_EQ(event.t, 11);
    EXPECT_EQ(event.spike_time(), 10);
    EXPECT_EQ(state.connections().source_of(event.table(), event.group()), source(cell[0]));
}

TEST_F(SpikeRoutesTest, DistributeToTheBlocksThatAreChosen) {
    connect(cell[0], cell[1], 1);
    connect(cell[0], cell[2], 2);
    arrange();
    const Fired spike{0, source(cell[0])};
    routes.distribute(spike, 0);
    EXPECT_EQ(take_times(queue[0]), Times{});
    EXPECT_EQ(take_times(queue[1]), Times{2});
    routes.distribute(spike, nothing);
    EXPECT_EQ(take_times(queue[0]), Times{1});
    EXPECT_EQ(take_times(queue[1]), Times{2});
    routes.distribute(spike, nothing, [](std::uint32_t block) { return block == 0; });
    EXPECT_EQ(take_times(queue[0]), Times{1});
    EXPECT_TRUE(queue[1].empty());
}

TEST_F(SpikeRoutesTest, OrderSourcesByGidAndThoseWithoutOneLast) {
    network.gids().set_here(9);
    network.gids().set_cell(9, network.source(network.connect(network.sources().of(cell[1]), InstanceId{})), true);
    EXPECT_EQ(routes.source_key(source(cell[1])), 9u);
    EXPECT_EQ(routes.source_key(input_of(4)), 4u);
    EXPECT_GT(routes.source_key(source(cell[0])), routes.source_key(input_of(0x7ffffffe)));
    EXPECT_LT(routes.source_key(source(cell[0])), routes.source_key(source(cell[2])));
    EXPECT_EQ(routes.source_key(SourceId::none), 0xffffffffu);
    EXPECT_LT(routes.key(source(cell[1]), 3), routes.key(source(cell[0]), 2));
    EXPECT_LT(routes.key(source(cell[1]), 2), routes.key(source(cell[1]), 3));
}

TEST_F(SpikeRoutesTest, GiveEachConnectionAnEventInNeuronsOrder) {
    for (const double delay : {3., 1., 3.}) connect(cell[0], cell[1], delay);
    connect(cell[0], cell[2], 1);
    arrange(TieOrder::insertion);
    routes.queue_in(0, {10, source(cell[0])});
    EXPECT_EQ(take_times(queue[0]), (Times{11, 11, 13, 13}));
}

TEST_F(SpikeRoutesTest, AddWhatIsStillDue) {
    for (const double delay : {1., 2., 3.}) connect(cell[0], cell[1], delay);
    for (const TieOrder order : {TieOrder::canonical, TieOrder::insertion}) {
        arrange(order);
        std::vector<Event> due;
        routes.add_due({10, source(cell[0])}, 11, due);
        Times times;
        for (const Event& event : due) times.push_back(event.t);
        if (order == TieOrder::canonical) {
            EXPECT_EQ(times, Times{12}) << "the event moves on to the third";
            EXPECT_EQ(due[0].sequence, 1u);
        } else {
            EXPECT_EQ(times, (Times{12, 13}));
        }
        due.clear();
        routes.add_due({10, source(cell[0])}, 13, due);
        EXPECT_TRUE(due.empty());
    }
}

}  // namespace
}  // namespace ranvier::engine
