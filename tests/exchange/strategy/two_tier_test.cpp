#include "exchange/strategy/two_tier.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "exchange/error.hpp"
#include "exchange/on_simulated_ranks.hpp"
#include "exchange/strategy/registry.hpp"
#include "exchange/transport/simulated_transport.hpp"

namespace ranvier::exchange {

namespace {

/// Rank r owns gid r and listens for all others, with a short delay in its group and a long one from elsewhere.
struct AllToAll {
    AllToAll(const Transport& transport, const std::function<int(int)>& area, const std::function<int(int)>& group,
             Step near_delay, Step far_delay)
        : owned{transport.rank()}, areas{area(transport.rank())} {
        for (int r = 0; r < transport.size(); ++r) {
            if (r == transport.rank()) continue;
            wanted.push_back(r);
            delays.push_back(group(r) == group(transport.rank()) ? near_delay : far_delay);
            targets.push_back(transport.rank());
        }
    }
    Connections connections() const { return {owned, wanted, delays, areas, targets, 0.025}; }

    std::vector<Gid> owned, wanted, targets;
    std::vector<Step> delays;
    std::vector<int> areas;
};

std::string complaint(int ranks, const std::string& specification, const std::function<int(int)>& area, Step near_delay,
                      Step far_delay) {
    try {
        run_on_simulated_ranks(ranks, [&](Transport& transport) -> Task<void> {
            const AllToAll net(transport, area, area, near_delay, far_delay);
            const auto exchange = make_exchange(specification, transport);
            co_await exchange->connect(net.connections());
        });
    } catch (const ExchangeError& error) {
        return error.what();
    }
    return "none";
}

int pair_of(int rank) {
    return rank / 2;
}

// Areas of two ranks, delays of 4 and 13 steps: every rank hears its neighbor after 4 steps and strangers after 12.
TEST(TwoTier, BringsSpikesOfOtherGroupsInTheirTime) {
    run_on_simulated_ranks(6, [](Transport& transport) -> Task<void> {
        const AllToAll net(transport, pair_of, pair_of, 4, 13);
        const auto exchange = make_exchange("two_tier", transport);
        co_await exchange->connect(net.connections());
        exchange->start(0, 4);
        exchange->fire({0.1, transport.rank()});
        std::vector<std::size_t> arrived;
        for (Step boundary = 4; boundary <= 16; boundary += 4) {
            EXPECT_EQ(exchange->next_boundary(), boundary);
            arrived.push_back((co_await exchange->finish(boundary)).size());
            EXPECT_EQ(exchange->holds_spikes(), boundary % 12 != 0);
        }
        EXPECT_EQ(arrived, (std::vector<std::size_t>{1, 0, 4, 0}));
    });
}

TEST(TwoTier, GoesLessOftenIfAsked) {
    run_on_simulated_ranks(4, [](Transport& transport) -> Task<void> {
        const AllToAll net(transport, pair_of, pair_of, 4, 13);
        const auto exchange = make_exchange("two_tier:D=2", transport);
        co_await exchange->connect(net.connections());
        exchange->start(0, 4);
        exchange->fire({0.1, transport.rank()});
        EXPECT_EQ((co_await exchange->finish(4)).size(), 1u);
        EXPECT_EQ((co_await exchange->finish(8)).size(), 2u);
    });
}

// The case of Lober et al.: each area on a separate rank. The inner tier has nothing to do.
TEST(TwoTier, ExchangesEachLongDelayWhereAreasHaveOneRankEach) {
    run_on_simulated_ranks(5, [](Transport& transport) -> Task<void> {
        const auto self = [](int rank) { return rank; };
        const AllToAll net(transport, self, self, 1, 10);
        const auto exchange = make_exchange("two_tier", transport);
        co_await exchange->connect(net.connections());
        exchange->start(0, 10);
        exchange->fire({0.1, transport.rank()});
        EXPECT_EQ(exchange->next_boundary(), 10);
        EXPECT_EQ((co_await exchange->finish(10)).size(), 4u);
        EXPECT_FALSE(exchange->holds_spikes());
        EXPECT_EQ(exchange->next_boundary(), 20);
    });
}

// Ranks 0 and 1 share area 7, ranks 1 and 2 area 8: all three are one group, though 0 and 2 share none.
TEST(TwoTier, JoinsRanksThroughCommonAreas) {
    run_on_simulated_ranks(4, [](Transport& transport) -> Task<void> {
        const int rank = transport.rank();
        const std::vector<Gid> owned{2 * rank, 2 * rank + 1};
        const std::vector<std::vector<int>> areas{{7, 7}, {7, 8}, {8, 8}, {9, 9}};
        std::vector<Gid> wanted;
        std::vector<Step> delays;
        for (int r = 0; r < 4; ++r) {
            if (r == rank) continue;
            wanted.push_back(2 * r);
            delays.push_back(r == 3 || rank == 3 ? 6 : 2);
        }
        const auto exchange = make_exchange("two_tier", transport);
        const Connections network{owned, wanted, delays, areas[static_cast<std::size_t>(rank)]};
        co_await exchange->connect(network);
        exchange->start(0, 2);
        exchange->fire({0.1, 2 * rank});
        const std::size_t soon = rank == 3 ? 0 : 2, late = rank == 3 ? 3 : 1;
        EXPECT_EQ((co_await exchange->finish(2)).size(), soon);
        EXPECT_EQ((co_await exchange->finish(4)).size(), 0u);
        EXPECT_EQ((co_await exchange->finish(6)).size(), late);
    });
}

TEST(TwoTier, BringsAllWhenARunEndsEarly) {
    run_on_simulated_ranks(4, [](Transport& transport) -> Task<void> {
        const AllToAll net(transport, pair_of, pair_of, 4, 13);
        const auto exchange = make_exchange("two_tier", transport);
        co_await exchange->connect(net.connections());
        exchange->start(0, 4);
        exchange->fire({0.1, transport.rank()});
        EXPECT_EQ((co_await exchange->finish(4)).size(), 1u);
        EXPECT_TRUE(exchange->holds_spikes());
        EXPECT_EQ((co_await exchange->finish(4)).size(), 2u);  // the same step once more
        EXPECT_FALSE(exchange->holds_spikes());
        EXPECT_EQ(exchange->next_boundary(), 8);
    });
}

TEST(TwoTier, NamesAGidWithoutArea) {
    const auto all_but_two = [](int rank) { return rank == 2 ? -1 : rank; };
    EXPECT_EQ(complaint(4, "two_tier", all_but_two, 4, 13),
              "exchange two_tier: gid 2 has no area; set it with pc.area(gid, area)");
}

TEST(TwoTier, NamesTheShortestLongConnection) {
    EXPECT_EQ(complaint(4, "two_tier", pair_of, 40, 13),
              "exchange two_tier: connections between groups of ranks must not be shorter than within groups, 1 ms; "
              "the shortest is from gid 0 to gid 2, 0.325 ms");
    EXPECT_EQ(complaint(4, "two_tier:D=4", pair_of, 4, 13),
              "exchange two_tier: D=4 needs connections of at least 0.4 ms between groups of ranks; the shortest is "
              "from gid 0 to gid 2, 0.325 ms");
    EXPECT_EQ(complaint(4, "two_tier:D=3", pair_of, 4, 13), "none");
}

TEST(TwoTier, ComplainsOfItsTiersAtOnce) {
    EXPECT_EQ(complaint(2, "two_tier:inner=algather", pair_of, 4, 13),
              "there is no exchange strategy 'algather'; did you mean 'allgather'?");
    EXPECT_EQ(complaint(2, "two_tier:outer=alltoall:fixed=-1", pair_of, 4, 13),
              "exchange alltoall: fixed=-1 is invalid; expected a whole number from 0 to 1000000");
    EXPECT_EQ(complaint(2, "two_tier:outer=two_tier", pair_of, 4, 13),
              "exchange two_tier: outer=two_tier is not supported");
}

}  // namespace

}  // namespace ranvier::exchange
