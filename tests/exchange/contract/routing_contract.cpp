// The directory of gids against a model that knows the whole network.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "exchange/contract/worlds.hpp"
#include "exchange/error.hpp"
#include "exchange/routing/directory.hpp"

namespace ranvier::exchange::testing {

namespace {

class Directory : public ::testing::TestWithParam<World> {};

/// A network, as seen from outside.
struct Network {
    std::map<Gid, int> owner;
    std::vector<std::vector<Gid>> owned, wanted;  // by rank, in no order

    Network(int ranks, unsigned seed) : owned(ranks), wanted(ranks) {
        std::mt19937 random(seed);
        const int sources = static_cast<int>(random() % 200);
        while (owner.size() < static_cast<std::size_t>(sources)) {
            owner[static_cast<Gid>(random() % 1'000'000)] = static_cast<int>(random() % ranks);
        }
        for (const auto& [gid, rank] : owner) {
            owned[rank].push_back(gid);
            for (std::vector<Gid>& list : wanted) {
                if (random() % 3 == 0) list.push_back(gid);
            }
        }
        for (std::vector<Gid>& list : owned) std::shuffle(list.begin(), list.end(), random);
        for (std::vector<Gid>& list : wanted) std::shuffle(list.begin(), list.end(), random);
    }

    bool wants(int rank, Gid gid) const {
        return std::find(wanted[rank].begin(), wanted[rank].end(), gid) != wanted[rank].end();
    }

    /// The listeners on other ranks of each source of a rank that has some.
    std::map<Gid, std::vector<int>> outgoing(int rank) const {
        std::map<Gid, std::vector<int>> routes;
        for (const auto& [gid, owning_rank] : owner) {
            if (owning_rank != rank) continue;
            for (int target = 0; target < static_cast<int>(wanted.size()); ++target) {
                if (target != rank && wants(target, gid)) routes[gid].push_back(target);
            }
        }
        return routes;
    }
};

TEST_P(Directory, FindsOwnersAndListeners) {
    for (unsigned seed = 1; seed <= 10; ++seed) {
        const Network network(GetParam().ranks, seed);
        GetParam().run([&network](Transport& transport) -> Task<void> {
            const int rank = transport.rank();
            const FoundRoutes routes = co_await find_routes(transport, network.owned[rank], network.wanted[rank]);
            EXPECT_TRUE(std::ranges::is_sorted(routes.outgoing.gids()));
            std::map<Gid, std::vector<int>> found;
            for (const Route route : routes.outgoing) {
                EXPECT_EQ(route.number, found.size());
                found[route.gid].assign(route.targets.begin(), route.targets.end());
            }
            EXPECT_EQ(found, network.outgoing(rank));
            EXPECT_EQ(routes.source_ranks.size(), network.wanted[rank].size());
            for (std::size_t i = 0; i < routes.source_ranks.size(); ++i) {
                EXPECT_EQ(routes.source_ranks[i], network.owner.at(network.wanted[rank][i]));
            }
        });
    }
}

TEST_P(Directory, NamesBothOwnersOfAGidOnEveryRank) {
    const int n = GetParam().ranks;
    int told = 0;
    GetParam().run([&told, n](Transport& transport) -> Task<void> {
        std::vector<Gid> owned{1000 + transport.rank()};
        if (transport.rank() == 0 || transport.rank() == n - 1) owned.push_back(77);
        if (n == 1) owned.push_back(77);
        const std::vector<Gid> wanted{500};  // without owner; the more severe fault is reported
        try {
            const FoundRoutes routes = co_await find_routes(transport, owned, wanted);
        } catch (const DuplicateOwner& error) {
            ++told;
            EXPECT_EQ(error.gid, 77);
            EXPECT_EQ(error.first_rank, 0);
            EXPECT_EQ(error.second_rank, n - 1);
            EXPECT_STREQ(error.what(),
                         n == 1 ? "gid 77 is set twice on rank 0"
                                : ("gid 77 has two owners: rank 0 and rank " + std::to_string(n - 1)).c_str());
        }
    });
    EXPECT_GE(told, 1);
}

TEST_P(Directory, NamesAGidThatNobodyOwnsOnEveryRank) {
    const int n = GetParam().ranks;
    int told = 0;
    GetParam().run([&told, n](Transport& transport) -> Task<void> {
        const std::vector<Gid> owned{transport.rank()};
        std::vector<Gid> wanted{(transport.rank() + 1) % n};
        if (transport.rank() == n - 1) wanted.push_back(4711);
        try {
            const FoundRoutes routes = co_await find_routes(transport, owned, wanted);
        } catch (const UnownedGid& error) {
            ++told;
            EXPECT_EQ(error.gid, 4711);
            EXPECT_EQ(error.wanting_rank, n - 1);
            EXPECT_NE(std::string(error.what()).find("4711"), std::string::npos);
        }
    });
    EXPECT_GE(told, 1);
}

INSTANTIATE_TEST_SUITE_P(On, Directory, ::testing::ValuesIn(worlds()),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace

}  // namespace ranvier::exchange::testing
