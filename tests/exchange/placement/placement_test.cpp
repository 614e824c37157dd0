#include "exchange/placement/placement.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "exchange/error.hpp"

namespace ranvier::exchange {

namespace {

using Ranks = std::vector<int>;

std::vector<double> loads(const Ranks& place, const std::vector<double>& weights, int ranks) {
    std::vector<double> load(static_cast<std::size_t>(ranks));
    for (std::size_t i = 0; i < place.size(); ++i) load[static_cast<std::size_t>(place[i])] += weights[i];
    return load;
}

TEST(Placement, DealsOrCuts) {
    EXPECT_EQ(place_round_robin(5, 2), (Ranks{0, 1, 0, 1, 0}));
    EXPECT_EQ(place_consecutive(5, 2), (Ranks{0, 0, 1, 1, 1}));
    EXPECT_EQ(place_consecutive(2, 4), (Ranks{1, 3}));
    EXPECT_EQ(place_round_robin(0, 3), Ranks{});
    EXPECT_THROW(place_round_robin(3, 0), ExchangeError);
    EXPECT_THROW(place_consecutive(-1, 2), ExchangeError);
}

TEST(Placement, ShufflesBySeedAndFairly) {
    const Ranks once = place_shuffled(100, 7, 3);
    EXPECT_EQ(once, place_shuffled(100, 7, 3));
    EXPECT_NE(once, place_shuffled(100, 7, 4));
    Ranks sorted = once, dealt = place_round_robin(100, 7);
    std::sort(sorted.begin(), sorted.end());
    std::sort(dealt.begin(), dealt.end());
    EXPECT_EQ(sorted, dealt);
    EXPECT_NE(once, place_round_robin(100, 7));
}

TEST(Placement, KeepsAreasTogether) {
    // Four areas of 4, 1, 2, 3 cells on two ranks: 4 + 1 and 3 + 2.
    EXPECT_EQ(place_by_area(Ranks{5, 5, 5, 5, 6, 7, 7, 8, 8, 8}, 2), (Ranks{0, 0, 0, 0, 0, 1, 1, 1, 1, 1}));
    // Two areas of 6 and 2 cells on four ranks: three ranks, and one.
    EXPECT_EQ(place_by_area(Ranks{0, 0, 0, 9, 9, 0, 0, 0}, 4), (Ranks{0, 1, 2, 3, 3, 0, 1, 2}));
    EXPECT_THROW(place_by_area(Ranks{0, -1}, 1), ExchangeError);
}

TEST(Placement, LoadsTheLeastLoaded) {
    EXPECT_EQ(place_least_loaded(std::vector<double>{1, 7, 3, 3, 1}, 2), (Ranks{1, 0, 1, 1, 0}));
    EXPECT_EQ(place_least_loaded(std::vector<double>{1, 1, 1}, 3), (Ranks{0, 1, 2}));
    EXPECT_THROW(place_least_loaded(std::vector<double>{1, -1}, 2), ExchangeError);
    std::vector<double> weights;
    for (int i = 0; i < 200; ++i) weights.push_back(1 + i * 37 % 101);
    const std::vector<double> load = loads(place_least_loaded(weights, 8), weights, 8);
    EXPECT_LT(*std::max_element(load.begin(), load.end()), 1.02 * *std::min_element(load.begin(), load.end()));
}

// Four cliques of eight cells, their cells numbered in turn, joined by a few connections.
TEST(Placement, FindsCliques) {
    if (!built_with_metis()) {
        EXPECT_THROW(place_by_metis(4, {}, {}, 2), ExchangeError);
        return;
    }
    std::vector<Edge> connections;
    for (int i = 0; i < 32; ++i) {
        for (int j = 0; j < 32; ++j) {
            if (i % 4 == j % 4) connections.push_back({i, j});
        }
    }
    for (int i = 0; i < 3; ++i) connections.push_back({i, i + 1});
    const Ranks place = place_by_metis(32, connections, {}, 4);
    EXPECT_EQ(std::set<int>(place.begin(), place.end()).size(), 4u);
    for (int i = 0; i < 32; ++i) EXPECT_EQ(place[static_cast<std::size_t>(i)], place[static_cast<std::size_t>(i % 4)]);
    EXPECT_EQ(place, place_by_metis(32, connections, {}, 4));
    EXPECT_THROW(place_by_metis(4, std::vector<Edge>{{0, 4}}, {}, 2), ExchangeError);
    EXPECT_EQ(place_by_metis(3, {}, {}, 1), (Ranks{0, 0, 0}));
}

/// Rings of four cells with short connections, each joined to the next two rings by long ones.
struct Rings {
    explicit Rings(int rings) : cells(4 * rings) {
        for (int cell = 0; cell < cells; ++cell) {
            add(cell, cell - cell % 4 + (cell + 1) % 4, 1);
            add(cell, (cell + 4) % cells, 5);
            if (cell % 4 == 0) add(cell, (cell + 8) % cells, 7);
        }
    }
    void add(int from, int to, double delay) {
        connections.push_back({from, to});
        delays.push_back(delay);
    }
    int cells;
    std::vector<Edge> connections;
    std::vector<double> delays;
};

TEST(Areas, AreWhatShortConnectionsJoin) {
    const Rings three(3);
    EXPECT_EQ(find_areas(12, three.connections, three.delays, 5, 3), (Ranks{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2}));
    EXPECT_EQ(find_areas(12, three.connections, three.delays, 5, 9), (Ranks{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2}));
    EXPECT_THROW(find_areas(12, three.connections, three.delays, 5.1, 2), ExchangeError);
    EXPECT_EQ(find_areas(12, three.connections, three.delays, 5.1, 1), Ranks(12, 0));
    EXPECT_EQ(find_areas(0, {}, {}, 1, 2), Ranks{});
    EXPECT_THROW(find_areas(2, std::vector<Edge>{{0, 2}}, std::vector<double>{1}, 1, 2), ExchangeError);
    EXPECT_THROW(find_areas(2, std::vector<Edge>{{0, 1}}, {}, 1, 2), ExchangeError);
}

TEST(Areas, ArePutTogetherWhereTheyAreTooMany) {
    if (!built_with_metis()) GTEST_SKIP() << "METIS is not there";
    const Rings eight(8);
    const Ranks areas = find_areas(32, eight.connections, eight.delays, 5, 2);
    EXPECT_EQ(std::count(areas.begin(), areas.end(), 0), 16);
    int between = 0;
    for (std::size_t i = 0; i < eight.connections.size(); ++i) {
        const auto [from, to] = eight.connections[i];
        if (areas[static_cast<std::size_t>(from)] == areas[static_cast<std::size_t>(to)]) continue;
        EXPECT_GE(eight.delays[i], 5);
        ++between;
    }
    EXPECT_LE(between, 2 * 4 + 4);  // two cuts through the ring of rings, each through 4 connections of 5 and 2 of 7
}

}  // namespace

}  // namespace ranvier::exchange
