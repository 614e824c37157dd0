#include "exchange/placement/placement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <queue>
#include <random>
#include <utility>

#include "exchange/error.hpp"

namespace ranvier::exchange {

namespace {

void check(int cells, int ranks) {
    if (cells < 0) throw ExchangeError(fmt::format("placement: {} cells cannot be placed", cells));
    if (ranks < 1) throw ExchangeError(fmt::format("placement: there must be at least one rank, not {}", ranks));
}

/// A uniformly distributed number below n. Replaces std::uniform_int_distribution, which differs between libraries.
std::uint64_t below(std::uint64_t n, std::mt19937_64& random) {
    const std::uint64_t end = random.max() - random.max() % n;
    for (;;) {
        const std::uint64_t drawn = random();
        if (drawn < end) return drawn % n;
    }
}

/// The number of ranks for each area: at least one, the others in proportion to its cells (Adams's method).
std::vector<int> share_ranks(std::span<const std::size_t> sizes, int ranks) {
    std::vector<int> shares(sizes.size(), 1);
    for (int left = ranks - static_cast<int>(sizes.size()); left > 0; --left) {
        std::size_t most = 0;
        for (std::size_t a = 1; a < sizes.size(); ++a) {
            // sizes[a] / shares[a] > sizes[most] / shares[most]
            if (sizes[a] * static_cast<std::size_t>(shares[most]) > sizes[most] * static_cast<std::size_t>(shares[a])) {
                most = a;
            }
        }
        ++shares[most];
    }
    return shares;
}

}  // namespace

std::vector<int> place_round_robin(int cells, int ranks) {
    check(cells, ranks);
    std::vector<int> place(static_cast<std::size_t>(cells));
    for (int i = 0; i < cells; ++i) place[static_cast<std::size_t>(i)] = i % ranks;
    return place;
}

std::vector<int> place_consecutive(int cells, int ranks) {
    check(cells, ranks);
    std::vector<int> place(static_cast<std::size_t>(cells));
    for (int rank = 0; rank < ranks; ++rank) {
        const auto begin = place.begin() + static_cast<std::int64_t>(cells) * rank / ranks;
        const auto end = place.begin() + static_cast<std::int64_t>(cells) * (rank + 1) / ranks;
        std::fill(begin, end, rank);
    }
    return place;
}

std::vector<int> place_shuffled(int cells, int ranks, std::uint64_t seed) {
    std::vector<int> place = place_round_robin(cells, ranks);
    std::mt19937_64 random(seed);
    for (std::size_t i = place.size(); i > 1; --i) std::swap(place[i - 1], place[below(i, random)]);
    return place;
}

std::vector<int> place_by_area(std::span<const int> areas, int ranks) {
    check(static_cast<int>(areas.size()), ranks);
    std::map<int, std::vector<std::size_t>> cells_of;
    for (std::size_t i = 0; i < areas.size(); ++i) {
        if (areas[i] < 0) throw ExchangeError(fmt::format("placement: cell {} has the negative area {}", i, areas[i]));
        cells_of[areas[i]].push_back(i);
    }
    std::vector<std::size_t> sizes;
    for (const auto& [area, cells] : cells_of) sizes.push_back(cells.size());
    std::vector<int> place(areas.size());
    if (sizes.size() >= static_cast<std::size_t>(ranks)) {
        const std::vector<double> weights(sizes.begin(), sizes.end());
        const std::vector<int> rank_of = place_least_loaded(weights, ranks);
        std::size_t a = 0;
        for (const auto& [area, cells] : cells_of) {
            for (const std::size_t cell : cells) place[cell] = rank_of[a];
            ++a;
        }
        return place;
    }
    const std::vector<int> shares = share_ranks(sizes, ranks);
    int first = 0;
    std::size_t a = 0;
    for (const auto& [area, cells] : cells_of) {
        for (std::size_t i = 0; i < cells.size(); ++i) place[cells[i]] = first + static_cast<int>(i) % shares[a];
        first += shares[a++];
    }
    return place;
}

std::vector<int> place_least_loaded(std::span<const double> weights, int ranks) {
    check(static_cast<int>(weights.size()), ranks);
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
