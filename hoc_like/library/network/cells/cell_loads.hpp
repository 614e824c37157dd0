#pragma once

#include <cstdint>
#include <vector>

namespace ranvier::hoc {

/// What the cells cost that pc.cells has placed with the word "balanced", by rank; the same on all ranks.
///
/// Cells go to the rank that has the least: from the longest to the shortest, if calls come in this order (Graham 1969, "Bounds
/// on multiprocessing timing anomalies": then no rank has more than 4/3 of the best).
class CellLoads {
  public:
    /// Where the next cell goes: the rank with the least load, of several the first.
    int next(int ranks);
    /// Gives it to this rank.
    void add(int rank, double cost) { loads_[static_cast<std::size_t>(rank)] += cost; }
    /// Places cells begin, ..., end - 1 of equal cost; those that go to `rank`.
    std::vector<std::uint32_t> place(std::uint32_t begin, std::uint32_t end, double cost, int rank, int ranks);
    /// Places cells 0, 1, ... of these costs, the longest first, beside those that were placed by costs of this kind; those that
    /// go to `rank`, ascending.
    std::vector<std::uint32_t> place(const std::vector<double>& costs, int rank, int ranks);
    const std::vector<double>& by_rank() const { return loads_; }

  private:
    std::vector<double> loads_, measured_;  // by rank
};

}  // namespace ranvier::hoc
