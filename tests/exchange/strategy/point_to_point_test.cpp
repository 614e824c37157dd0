// Counters of strategies that send from rank to rank, and the division of their lists.

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "exchange/error.hpp"
#include "exchange/on_simulated_ranks.hpp"
#include "exchange/strategy/point_to_point/delivery_plan.hpp"
#include "exchange/strategy/registry.hpp"
#include "exchange/transport/simulated_transport.hpp"

namespace ranvier::exchange {

namespace {

// Rank 0 has one source for each number of targets; every target gets it from the owner or from one relay.
TEST(DeliveryPlan, ReachesEachTargetOnceThroughAboutTheRootOfThem) {
    constexpr int ranks = 40;
    std::vector<std::vector<int>> got(ranks, std::vector<int>(ranks));  // by gid, by rank
    std::vector<std::size_t> first(ranks);
    run_on_simulated_ranks(ranks, [&](Transport& transport) -> Task<void> {
        Routes routes;
        for (int n = 1; n < ranks && transport.rank() == 0; ++n) {
            routes.add(n);
            for (int target = 1; target <= n; ++target) routes.add_target(target);
        }
        const DeliveryPlan plan = co_await plan_two_phases(transport, std::move(routes));
        for (const Route list : plan.first()) {
            first[list.gid] = list.targets.size();
            for (const int target : list.targets) ++got[list.gid][target];
        }
        for (const Route list : plan.relays) {
            for (const int target : list.targets) ++got[list.gid][target];
        }
    });
    for (int n = 1; n < ranks; ++n) {
        std::vector<int> expected(ranks);
        std::fill(expected.begin() + 1, expected.begin() + 1 + n, 1);
        EXPECT_EQ(got[n], expected) << n << " targets";
        EXPECT_LE(first[n] * first[n], static_cast<std::size_t>(3 * n)) << n << " targets";
    }
    EXPECT_EQ(first[36], 6u);
}

/// Rank 0 fires gid 1, or 2 and so on, once an interval as `fired` says; all others listen. Its counters at the end.
ExchangeCounters counters_of(const std::string& specification, const std::vector<Gid>& fired, int ranks = 5) {
    ExchangeCounters counters;
    run_on_simulated_ranks(ranks, [&](Transport& transport) -> Task<void> {
        const std::vector<Gid> all{1, 2, 3}, none;
        const auto exchange = make_exchange(specification, transport);
        const bool is_sender = transport.rank() == 0;
        const Connections network{is_sender ? all : none, is_sender ? none : all};
        co_await exchange->connect(network);
        exchange->start(0, 4);
        for (const Gid gid : fired) {
            if (transport.rank() == 0) exchange->fire({0.1, gid});
            co_await exchange->finish(exchange->next_boundary());
        }
        if (transport.rank() == 0) counters = exchange->counters();
    });
    return counters;
}

TEST(Isend, CountsMessagesAndRounds) {
    const ExchangeCounters one = counters_of("isend", {1, 2, 1});
    EXPECT_EQ(one.spikes_sent, 3);
    EXPECT_EQ(one.messages_sent, 12);
    EXPECT_EQ(one.bytes_sent, 12 * 16);
    EXPECT_EQ(one.conservation_rounds, 3);
    EXPECT_EQ(counters_of("isend:phases=2", {1, 2, 1}).messages_sent, 6);                // two relays for four targets
    EXPECT_EQ(counters_of("isend:phases=2,end=nbx", {1, 2, 1}).conservation_rounds, 6);  // a barrier a phase
    EXPECT_EQ(counters_of("isend:end=reduce_scatter", {1}).conservation_rounds, 1);
}

TEST(Persistent, RecordsOnceReplaysAndGivesUpTheOldest) {
    const ExchangeCounters all = counters_of("persistent", {1, 2, 1, 1, 2});
    EXPECT_EQ(all.lists_recorded, 2);
    EXPECT_EQ(all.lists_replayed, 3);
    EXPECT_EQ(all.lists_evicted, 0);
    EXPECT_EQ(all.lists_sent_once, 0);
    const ExchangeCounters few = counters_of("persistent:requests=8", {1, 2, 1, 3, 1, 2});  // two lists of four
    EXPECT_EQ(few.lists_recorded, 4);                                                       // 1, 2, 3 for 2, 2 for 3
    EXPECT_EQ(few.lists_replayed, 2);
    EXPECT_EQ(few.lists_evicted, 2);
    const ExchangeCounters none = counters_of("persistent:requests=3", {1, 2, 1});
    EXPECT_EQ(none.lists_recorded, 0);
    EXPECT_EQ(none.lists_sent_once, 3);
}

TEST(Persistent, SendsByIsendWhileItsRequestsAreActive) {
    ExchangeCounters counters;
    run_on_simulated_ranks(2, [&](Transport& transport) -> Task<void> {
        const std::vector<Gid> mine{transport.rank()}, other{1 - transport.rank()};
        const auto exchange = make_exchange("persistent:end=nbx", transport);
        const Connections network{mine, other};
        co_await exchange->connect(network);
        exchange->start(0, 4);
        std::size_t got = 0;
        if (transport.rank() == 0) {
            for (int i = 0; i < 3; ++i) exchange->fire({0.1 * i, 0});  // synchronous: no rank has received yet
        }
        const std::span<const Spike> spikes = co_await exchange->finish(4);
        got += spikes.size();
        EXPECT_EQ(got, transport.rank() == 0 ? 0u : 3u);
        if (transport.rank() == 0) counters = exchange->counters();
    });
    EXPECT_EQ(counters.lists_recorded, 1);
    EXPECT_EQ(counters.lists_sent_once, 2);
}

TEST(PointToPoint, RefusesWhatCannotBe) {
    const auto complaint = [](const std::string& specification, Step steps) -> std::string {
        std::string said = "none";
        run_on_simulated_ranks(2, [&](Transport& transport) -> Task<void> {
            try {
                const auto exchange = make_exchange(specification, transport);
                exchange->start(0, steps);
            } catch (const ExchangeError& error) {
                said = error.what();
            }
            co_return;
        });
        return said;
    };
    for (const char* each : {"isend:subintervals=2", "persistent:subintervals=2", "iallgather"}) {
        EXPECT_EQ(complaint(each, 2), "none");
        EXPECT_NE(complaint(each, 1).find("two sub-intervals need an exchange interval of at least two steps"),
                  std::string::npos);
    }
    EXPECT_EQ(complaint("isend", 1), "none");
    EXPECT_NE(complaint("isend:relay=next", 4).find("needs subintervals=2 and phases=2"), std::string::npos);
    EXPECT_NE(complaint("persistent:end=nbx,receive=posted", 4).find("use receive=probe"), std::string::npos);
    EXPECT_EQ(complaint("isend:end=sometimes", 4),
              "exchange isend: end=sometimes is invalid; expected one of allreduce, reduce_scatter, nbx");
}

}  // namespace

}  // namespace ranvier::exchange
