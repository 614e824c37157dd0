#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace ranvier::engine {

/// Gaussian elimination without pivoting of matrices of one pattern, unknowns from last to first. For the equations of
/// cables, whose matrices are diagonally dominant and whose unknowns are ordered parents before children, so there is
/// little fill-in. If there would be much (cells joined along their length), the unknowns with the fewest neighbors are
/// eliminated first.
///
/// The positions of entries are computed once; each solution then only loops over lists of them.
class SparseElimination {
  public:
    /// `entries`: (row, column) of each value, all diagonal ones among them.
    SparseElimination(std::int32_t unknowns, std::span<const std::pair<std::int32_t, std::int32_t>> entries);

    /// Solves A x = b; x overwrites b. `values` are in the order of the constructor's entries. Returns false, with b
    /// destroyed, if a diagonal entry becomes so small that pivoting is needed.
    bool solve(std::span<const double> values, double* b);

    /// The number of entries, including fill-in.
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
    /// False if the fill-in is much larger than the matrix.
    bool find_pivots(std::int32_t unknowns, std::span<const std::pair<std::int32_t, std::int32_t>> entries,
                     bool fewest_first);

    std::vector<Pivot> pivots_;
    std::vector<double> values_;
};

}  // namespace ranvier::engine
