#include "exchange/placement/area_ranks.hpp"

#include <queue>

#include "exchange/placement/placement.hpp"

namespace ranvier::exchange {

namespace {

/// An area, the number of its ranks, and how urgently it needs another one.
struct Share {
    std::int64_t cells;
    int ranks;
    std::size_t area;

    bool operator<(const Share& other) const {
        const std::int64_t mine = cells * other.ranks, others = other.cells * ranks;  // cells / ranks, compared exactly
        return mine != others ? mine < others : area > other.area;
    }
};

/// The number of ranks of each area, where there are more ranks than areas.
std::vector<int> share_ranks(std::span<const std::int64_t> sizes, int ranks) {
    std::priority_queue<Share> neediest;
    for (std::size_t a = 0; a < sizes.size(); ++a) neediest.push({sizes[a], 1, a});
    for (int left = ranks - static_cast<int>(sizes.size()); left > 0 && !neediest.empty(); --left) {
        Share share = neediest.top();
        neediest.pop();
        ++share.ranks;
        neediest.push(share);
    }
    std::vector<int> shares(sizes.size());
    for (; !neediest.empty(); neediest.pop()) shares[neediest.top().area] = neediest.top().ranks;
    return shares;
}

/// The same for areas that all have cells.
std::vector<RankRange> share(std::span<const std::int64_t> sizes, int ranks) {
    std::vector<RankRange> of_area;
    if (sizes.size() >= static_cast<std::size_t>(ranks)) {
        const std::vector<double> weights(sizes.begin(), sizes.end());
        for (const int rank : place_least_loaded(weights, ranks)) of_area.push_back({rank, 1});
        return of_area;
    }
    int first = 0;
    for (const int count : share_ranks(sizes, ranks)) {
        of_area.push_back({first, count});
        first += count;
    }
    return of_area;
}

}  // namespace

std::vector<RankRange> ranks_of_areas(std::span<const std::int64_t> sizes, int ranks) {
    std::vector<std::int64_t> with_cells;
    for (const std::int64_t size : sizes) {
        if (size > 0) with_cells.push_back(size);
    }
    const std::vector<RankRange> found = share(with_cells, ranks);
    std::vector<RankRange> of_area;
    std::size_t next = 0;
    for (const std::int64_t size : sizes) of_area.push_back(size > 0 ? found[next++] : RankRange{});
    return of_area;
}

}  // namespace ranvier::exchange
