#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace ranvier::exchange {

/// The ranks first, ..., first + count - 1.
struct RankRange {
    int first = 0;
    int count = 0;
};

/// The ranks of each area, by the numbers of their cells; none for an area without cells. With at least as many areas as
/// ranks, each area goes to the rank with the fewest cells, the largest area first. Otherwise each area gets its own
/// ranks: at least one, the others in proportion to its cells (Adams's method). O((areas + ranks) log areas).
std::vector<RankRange> ranks_of_areas(std::span<const std::int64_t> sizes, int ranks);

}  // namespace ranvier::exchange
