#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

/// Placements that are functions of a cell's number. The placements of placement.hpp with the same names give the same
/// ranks.

namespace ranvier::exchange {

/// Which rank gets which of the cells 0 to n-1. A rank finds its own cells, and the rank of any cell, without a list of
/// all: no function takes memory for the cells of other ranks.
class PlacementRule {
  public:
    virtual ~PlacementRule() = default;
    /// The rank of a cell, 0 <= cell < n. O(1), or O(log areas).
    virtual int rank_of(std::uint32_t cell) const = 0;
    /// The cells of a rank, 0 <= rank < ranks, ascending. O(their number), or O(areas) more.
    virtual std::vector<std::uint32_t> cells_of(int rank) const = 0;
};

using PlacementRulePtr = std::unique_ptr<const PlacementRule>;

// Each throws ExchangeError for negative numbers of cells, and without ranks.

/// Dealt like cards: cell i to rank i % ranks.
PlacementRulePtr round_robin(int cells, int ranks);

/// Each rank has consecutive cells; the numbers of cells differ by at most one.
PlacementRulePtr consecutive(int cells, int ranks);

/// As many cells on each rank as round_robin gives it, in a random order that depends on n and the seed.
PlacementRulePtr shuffled(int cells, int ranks, std::uint64_t seed);

/// Areas stay together, each on the ranks that ranks_of_areas (area_ranks.hpp) gives it, to which its cells are dealt like
/// cards. The first sizes[0] cells are area 0, the next sizes[1] cells area 1, and so on. Throws ExchangeError unless the
/// sizes, each >= 0, sum up to the number of cells.
PlacementRulePtr by_area(int cells, std::span<const std::int64_t> sizes, int ranks);

/// The cells are part of one of these areas. Throws ExchangeError unless 0 <= area < sizes.size(), or if there are cells,
/// but the area's size is 0.
PlacementRulePtr in_area(int cells, std::span<const std::int64_t> sizes, int area, int ranks);

}  // namespace ranvier::exchange
