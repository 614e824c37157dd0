#include "exchange/placement/placement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <queue>
#include <utility>

#include "exchange/error.hpp"
#include "exchange/placement/area_ranks.hpp"
#include "exchange/placement/placement_rule.hpp"

namespace ranvier::exchange {

namespace {

std::vector<int> all_ranks(const PlacementRule& rule, int cells) {
    std::vector<int> place(static_cast<std::size_t>(cells));
    for (std::size_t i = 0; i < place.size(); ++i) place[i] = rule.rank_of(static_cast<std::uint32_t>(i));
    return place;
}

}  // namespace

std::vector<int> place_round_robin(int cells, int ranks) {
    return all_ranks(*round_robin(cells, ranks), cells);
}

std::vector<int> place_consecutive(int cells, int ranks) {
    return all_ranks(*consecutive(cells, ranks), cells);
}

std::vector<int> place_shuffled(int cells, int ranks, std::uint64_t seed) {
    return all_ranks(*shuffled(cells, ranks, seed), cells);
}

std::vector<int> place_by_area(std::span<const int> areas, int ranks) {
    std::map<int, std::vector<std::size_t>> cells_of;
    for (std::size_t i = 0; i < areas.size(); ++i) {
        if (areas[i] < 0) throw ExchangeError(fmt::format("placement: cell {} has the negative area {}", i, areas[i]));
        cells_of[areas[i]].push_back(i);
    }
    std::vector<std::int64_t> sizes;
    for (const auto& [area, cells] : cells_of) sizes.push_back(static_cast<std::int64_t>(cells.size()));
    const std::vector<RankRange> ranks_of = ranks_of_areas(sizes, ranks);
    std::vector<int> place(areas.size());
    std::size_t a = 0;
    for (const auto& [area, cells] : cells_of) {
        const auto [first, count] = ranks_of[a++];
        for (std::size_t i = 0; i < cells.size(); ++i) place[cells[i]] = first + static_cast<int>(i) % count;
    }
    return place;
}

std::vector<int> place_least_loaded(std::span<const double> weights, int ranks) {
    if (ranks < 1) throw ExchangeError(fmt::format("placement: there must be at least one rank, not {}", ranks));
    std::vector<std::size_t> heaviest(weights.size());
    std::iota(heaviest.begin(), heaviest.end(), std::size_t{0});
    for (const std::size_t i : heaviest) {
        if (!(weights[i] >= 0)) throw ExchangeError(fmt::format("placement: bad weight of cell {}: {}", i, weights[i]));
    }
    std::stable_sort(heaviest.begin(), heaviest.end(),
                     [&](std::size_t a, std::size_t b) { return weights[a] > weights[b]; });
    using Load = std::pair<double, int>;  // load and rank
    std::priority_queue<Load, std::vector<Load>, std::greater<>> least;
    for (int rank = 0; rank < ranks; ++rank) least.emplace(0, rank);
    std::vector<int> place(weights.size());
    for (const std::size_t i : heaviest) {
        const auto [load, rank] = least.top();
        least.pop();
        place[i] = rank;
        least.emplace(load + weights[i], rank);
    }
    return place;
}

}  // namespace ranvier::exchange
