#include "engine/event/pending_events.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <random>
#include <stdexcept>

#include "event/event_parts.hpp"

namespace ranvier::engine {
namespace {

/// By cell, in turn: the time, and the weight of a connection or the flag of a self event.
using Received = std::map<double, std::vector<std::pair<double, double>>>;
Received& received() {
    static Received all;
    return all;
}

int note_receipt(rv_instances* x, std::int32_t i, double* weight, double flag) {
    received()[x->field[hand_made::adder_last][i]].emplace_back(x->t, weight ? *weight : flag);
    return 0;
}

/// Notes what it receives, under the value of its variable `last`.
const rv_mechanism& noter() {
    static const rv_mechanism description = [] {
        rv_mechanism d = hand_made::adder();
        d.name = "Noter";
        d.net_receive = note_receipt;
        return d;
    }();
    return description;
}

struct PendingEventsTest : testing::Test, EventParts {
    std::vector<InstanceId> cell;

    PendingEventsTest() {
        for (int k = 0; k < 6; ++k) {
            cell.push_back(make(noter()));
            model.store(model.reference(cell.back(), hand_made::adder_last), k);
            source(cell.back());
        }
    }
    /// Takes all out of the queues, rebuilds these after `change`, and puts all back.
    void rebuild(TieOrder order, const std::function<void()>& change = [] {}) {
        PendingEvents pending;
        pending.above.assign(state.sources().size(), 0);
        take_out(tables, shared, pending);
        change();
        take_groups_apart(pending, state.connections(), order);
        build(order);
        for (const PendingEvent& each : pending.events) put_back(each, tables, shared);
        for (const PendingWatch& each : pending.watches) put_back(each, tables, shared);
    }
    void net_send(InstanceId to, double t, double flag, const double* weight = nullptr) {
        block_of(to).net_send(instances(to), index(to), weight, t, flag);
    }
    /// Delivers all that is queued. Returns what each cell receives.
    Received deliver_all() {
        received() = {};
        for (const auto& block : tables.blocks) block->deliver(100);
        return received();
    }
};

TEST_F(PendingEventsTest, ArriveAsTheyWouldHaveWithoutAChange) {
    std::mt19937 random(1);
    for (int k = 0; k < 60; ++k) {
        connect(cell[random() % 6], cell[random() % 6], 1 + static_cast<double>(random() % 4), 100 + k);
    }
    for (const TieOrder order : {TieOrder::canonical, TieOrder::insertion}) {
        const auto fill = [&] {
            build(order);
            std::mt19937 again(2);
            for (int k = 0; k < 24; ++k) {  // no cell fires twice at one time
                routes.distribute({k / 6 * .5, source(cell[static_cast<std::size_t>(k % 6)])}, nothing);
                net_send(cell[again() % 6], static_cast<double>(again() % 5), 2 + k);
            }
        };
        fill();
        const Received expected = deliver_all();
        EXPECT_EQ(expected.size(), 6u);
        fill();
        rebuild(order);
        EXPECT_EQ(deliver_all(), expected);
    }
}

TEST_F(PendingEventsTest, FollowTheirConnectionsAndInstances) {
    connect(cell[0], cell[1], 1, .25);
    const std::uint32_t removed = connect(cell[0], cell[2], 1, .5);
    const std::uint32_t kept = connect(cell[0], cell[1], 2, .75);
    build();
    routes.distribute({0, source(cell[0])}, nothing);
    net_send(cell[1], 3, 4, state.connections().by_number().weights(kept).data());
    rebuild(TieOrder::canonical, [&] {
        network.disconnect(NetConId{removed});
        connect(cell[5], cell[1], .5, 9);
    });
    EventQueue& queue = block_of(cell[1]).queue();
    ASSERT_EQ(queue.size(), 3u) << "without the removed connection's";
    EXPECT_EQ(state.connections().by_number().weights(queue.pop().connection())[0], .25);
    EXPECT_EQ(state.connections().by_number().weights(queue.pop().connection())[0], .75);
    const Event sent = queue.pop();
    EXPECT_EQ(sent.receiver(), receiver(cell[1]));
    EXPECT_EQ(*weights.at(sent.weight(), block_of(cell[1]).receivers().table(sent.receiver())), .75);
}

TEST_F(PendingEventsTest, StayMovableOnlyIfTheyWere) {
    for (const TieOrder order : {TieOrder::canonical, TieOrder::insertion}) {
        build(order);
        net_send(cell[0], 5, 1);
        net_send(cell[0], 3, 1);  // the one that can be moved
        net_send(cell[1], 6, 1);
        net_send(cell[1], 4, 1);
        for (int k = 0; k < 2; ++k) block_of(cell[1]).queue().pop();  // those at 3 and 4
        rebuild(order);
        EXPECT_FALSE(block_of(cell[0]).queue().has_movable(receiver(cell[0])));
        EXPECT_FALSE(block_of(cell[1]).queue().has_movable(receiver(cell[1])));
        net_send(cell[0], 8, 1);
        rebuild(order);
        ASSERT_TRUE(block_of(cell[0]).queue().has_movable(receiver(cell[0])));
        block_of(cell[0]).queue().move(receiver(cell[0]), 1, 9);
        EXPECT_EQ(block_of(cell[0]).queue().top().t, 1);
    }
}

TEST_F(PendingEventsTest, IncludeArmedWatchesButNoEventsOfThoseReplaced) {
    Section& section = *model.sections()[0];
    const InstanceId watcher = model.create_point_process(model.register_mechanism(hand_made::watcher()), section, .5);
    build();
    const auto arm = [&] { block_of(watcher).watch(instances(watcher), index(watcher), 0, 2, true); };
    arm();
    block_of(watcher).send_watch(block_of(watcher).watches().armed()[0], 1);
    arm();
    block_of(watcher).send_watch(block_of(watcher).watches().armed()[0], 2);
    rebuild(TieOrder::canonical);
    ASSERT_EQ(block_of(watcher).watches().armed().size(), 1u);
    EXPECT_EQ(block_of(watcher).watches().armed()[0].receiver, receiver(watcher));
    ASSERT_EQ(block_of(watcher).queue().size(), 1u);
    EXPECT_EQ(block_of(watcher).queue().top().t, 2);
    arm();
    EXPECT_FALSE(block_of(watcher).watches().is_valid(block_of(watcher).queue().top()));
}

TEST_F(PendingEventsTest, HaveAnIdentityThatTellsThemApart) {
    connect(cell[0], cell[1], 1);
    connect(cell[0], cell[4], 1);  // in the other block
    build();
    routes.distribute({0, source(cell[0])}, nothing);
    for (const int k : {1, 4}) net_send(cell[static_cast<std::size_t>(k)], 1, 3);
    std::vector<std::uint64_t> names;
    for (const auto& block : tables.blocks) {
        for (const PendingEvent& each : pending_events(*block, shared))
            names.push_back(identity(each, state.connections()));
    }
    ASSERT_EQ(names.size(), 4u);
    std::ranges::sort(names);
    EXPECT_EQ(std::ranges::adjacent_find(names), names.end());
}

TEST_F(PendingEventsTest, OfAStrangerAreChecked) {
    build();
    const auto refuses = [&](const PendingEvents& pending) {
        try {
            check_pending(pending, 10, model, weights);
        } catch (const std::runtime_error&) {
            return true;
        }
        return false;
    };
    const PendingEvent good{Event::self(11, 0, 0, Receiver{0}, 1, WeightNumber::none), cell[0]};
    EXPECT_FALSE(refuses({{good}, {}, {}}));
    PendingEvent bad = good;
    bad.event.t = std::nan("");
    EXPECT_TRUE(refuses({{bad}, {}, {}}));
    bad = good;
    bad.receiver.mechanism = 0x7000;
    EXPECT_TRUE(refuses({{bad}, {}, {}}));
    EXPECT_TRUE(refuses({{{Event::self(11, 0, 0, Receiver{0}, 1, WeightNumber{0xc0000005}), cell[0]}}, {}, {}}))
        << "no such array";
    EXPECT_TRUE(refuses({{{Event::group(11, 0, 10, TableNumber{0}, Group{0})}}, {}, {}}));
    EXPECT_TRUE(refuses({{}, {{cell[0], {Receiver{0}, 0, 1, 1, false}}}, {}})) << "an Adder has no WATCH";
}

}  // namespace
}  // namespace ranvier::engine
