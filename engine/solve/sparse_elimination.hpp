#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace ranvier::engine {

/// Gaussian elimination without pivoting of matrices of one pattern, unknowns from last to first. For the equations of
/// cables, whose matrices are diagonally dominant and whose unknowns stand parents before children, so that little
/// fills in. Where much would (cells that are joined all along), those unknowns come first that have fewest neighbors.
///
/// Which entries meet which is found once; each solution then only runs over lists of them.
class SparseElimination {
  public:
    /// `entries`: (row, column) of each value, all diagonal ones among them.
    SparseElimination(std::int32_t unknowns, std::span<const std::pair<std::int32_t, std::int32_t>> entries);

    /// A x = b, x being written over b. `values` go by the constructor's entries. Returns false, b being spoilt, if a
    /// diagonal entry becomes so small on the way that pivoting is needed.
    bool solve(std::span<const double> values, double* b);

    /// How many entries there are with those that fill in.
    std::size_t entries() const { return values_.size(); }

  private:
    struct Place {
        std::int32_t other;  // a row or a column
        std::int32_t at;     // of values_
    };
    /// Rows and columns are those of neighbors that are eliminated later.
    struct Pivot {
        std::int32_t unknown, diagonal;
        std::vector<Place> rows, columns;
        std::vector<std::int32_t> changed;  // by row and column, row by row
    };
    /// False if far more fills in than there was.
    bool find_pivots(std::int32_t unknowns, std::span<const std::pair<std::int32_t, std::int32_t>> entries,
                     bool fewest_first);

    std::vector<Pivot> pivots_;
    std::vector<double> values_;
};

}  // namespace ranvier::engine
