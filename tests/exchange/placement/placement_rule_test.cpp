#include "exchange/placement/placement_rule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>

#include "exchange/error.hpp"
#include "exchange/placement/permutation.hpp"
#include "exchange/placement/placement.hpp"

namespace ranvier::exchange {

namespace {

using Ranks = std::vector<int>;
using Sizes = std::vector<std::int64_t>;

constexpr int rank_counts[] = {1, 2, 3, 4, 7, 16, 100};

/// The rule tells each rank the cells that have it in this list, and each cell its rank.
void expect_same(const PlacementRule& rule, const Ranks& place, int ranks) {
    for (int rank = 0; rank < ranks; ++rank) {
        std::vector<std::uint32_t> cells;
        for (std::uint32_t i = 0; i < place.size(); ++i) {
            if (place[i] == rank) cells.push_back(i);
        }
        EXPECT_EQ(rule.cells_of(rank), cells) << "rank " << rank << " of " << ranks;
    }
    for (std::uint32_t i = 0; i < place.size(); ++i) EXPECT_EQ(rule.rank_of(i), place[i]) << i << " among " << ranks;
}

TEST(PlacementRule, GivesTheRanksOfTheList) {
    for (const int ranks : rank_counts) {
        for (const int cells : {0, 1, 5, 64, 301}) {
            expect_same(*round_robin(cells, ranks), place_round_robin(cells, ranks), ranks);
            expect_same(*consecutive(cells, ranks), place_consecutive(cells, ranks), ranks);
            expect_same(*shuffled(cells, ranks, 3), place_shuffled(cells, ranks, 3), ranks);
        }
    }
}

TEST(PlacementRule, KeepsAreasTogetherLikeTheList) {
    std::mt19937 random(1);
    for (const int ranks : rank_counts) {
        for (const std::size_t areas : {1u, 2u, 5u, 40u}) {
            Sizes sizes;
            Ranks area_of;
            for (std::size_t a = 0; a < areas; ++a) {
                sizes.push_back(random() % 4 == 0 ? 0 : random() % 20);
                area_of.insert(area_of.end(), static_cast<std::size_t>(sizes.back()), static_cast<int>(a));
            }
            const Ranks place = place_by_area(area_of, ranks);
            expect_same(*by_area(static_cast<int>(area_of.size()), sizes, ranks), place, ranks);
            std::size_t begin = 0;
            for (std::size_t a = 0; a < areas; ++a) {
                const auto size = static_cast<std::size_t>(sizes[a]);
                const Ranks part(place.begin() + static_cast<std::ptrdiff_t>(begin),
                                 place.begin() + static_cast<std::ptrdiff_t>(begin + size));
                expect_same(*in_area(static_cast<int>(size), sizes, static_cast<int>(a), ranks), part, ranks);
                begin += size;
            }
        }
    }
}

TEST(PlacementRule, RefusesWhatCannotBePlaced) {
    EXPECT_THROW(round_robin(3, 0), ExchangeError);
    EXPECT_THROW(consecutive(-1, 2), ExchangeError);
    EXPECT_THROW(shuffled(-1, 2, 1), ExchangeError);
    EXPECT_THROW(by_area(5, Sizes{2, 2}, 2), ExchangeError);
    EXPECT_THROW(by_area(2, Sizes{3, -1}, 2), ExchangeError);
    EXPECT_THROW(by_area(0, Sizes{}, 0), ExchangeError);
    EXPECT_THROW(in_area(2, Sizes{2, 2}, 2, 2), ExchangeError);
    EXPECT_THROW(in_area(2, Sizes{2, 0}, 1, 2), ExchangeError);
    EXPECT_TRUE(in_area(0, Sizes{2, 0}, 1, 2)->cells_of(0).empty());
}

// A billion cells: a list of their ranks would take 4 GB, and each rank has 10,000.
TEST(PlacementRule, TakesNoMemoryForTheCellsOfOtherRanks) {
    constexpr int cells = 1'000'000'000, ranks = 100'000, rank = 73'217;
    Sizes sizes(1000, cells / 1000);
    std::map<const char*, PlacementRulePtr> rules;
    rules["round_robin"] = round_robin(cells, ranks);
    rules["consecutive"] = consecutive(cells, ranks);
    rules["shuffled"] = shuffled(cells, ranks, 5);
    rules["by_area"] = by_area(cells, sizes, ranks);
    for (const auto& [name, rule] : rules) {
        const std::vector<std::uint32_t> here = rule->cells_of(rank);
        EXPECT_EQ(here.size(), 10'000u) << name;
        EXPECT_LT(here.capacity(), 20'001u) << name;
        EXPECT_TRUE(std::is_sorted(here.begin(), here.end())) << name;
        for (const std::uint32_t cell : here) ASSERT_EQ(rule->rank_of(cell), rank) << name << ", cell " << cell;
    }
}

TEST(Permutation, IsAPermutationAndKnowsItsInverse) {
    for (const std::uint32_t n : {1u, 2u, 3u, 6u, 7u, 97u, 1000u, 4097u}) {
        for (const std::uint64_t seed : {0u, 1u, 77u}) {
            const Permutation order(n, seed);
            std::vector<bool> taken(n);
            for (std::uint32_t i = 0; i < n; ++i) {
                const std::uint32_t place = order.place(i);
                ASSERT_LT(place, n);
                EXPECT_FALSE(taken[place]);
                taken[place] = true;
                EXPECT_EQ(order.number_at(place), i);
            }
        }
    }
    const Permutation largest(0x7fffffff, 9);
    for (std::uint32_t i = 0; i < 0x7fffffff - 1'000'000; i += 1'000'003) {
        EXPECT_EQ(largest.number_at(largest.place(i)), i);
    }
}

// In a random order, the differences of neighbors' places modulo n are uniform. Of 100 bins with 1,000 each, chi-square
// has 99 degrees of freedom and is above 149 (p = 0.001) or below 61 (p = 0.999) in one of 500 orders.
TEST(Permutation, LeavesNoTraceOfTheOrder) {
    constexpr std::uint32_t n = 100'000, bins = 100;
    for (const std::uint64_t seed : {1u, 2u, 3u}) {
        const Permutation order(n, seed);
        for (const std::uint32_t step : {1u, 2u, 316u, 317u, 1000u}) {  // its digits have the bases 317 and 316
            std::vector<double> counts(bins);
            for (std::uint32_t i = 0; i < n; ++i) {
                const std::uint64_t difference = std::uint64_t{order.place((i + step) % n)} + n - order.place(i);
                ++counts[difference % n * bins / n];
            }
            double chi_square = 0;
            for (const double count : counts) chi_square += std::pow(count - n / bins, 2) / (n / bins);
            EXPECT_LT(chi_square, 149) << "seed " << seed << ", step " << step;
            EXPECT_GT(chi_square, 61) << "seed " << seed << ", step " << step;
        }
    }
}

}  // namespace

}  // namespace ranvier::exchange
