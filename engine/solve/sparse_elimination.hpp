#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace ranvier::engine {

/// Gaussian elimination without pivoting for matrices of one pattern, from the last unknown to the first. Intended for
/// cable equations: their matrices are diagonally dominant, and their unknowns are ordered parents before children, so
/// there is little fill-in. If there would be much (cells joined along their length), the unknowns with the fewest
/// neighbors are eliminated first.
///
/// The positions of entries are computed once; each solution then only loops over lists of positions.
class SparseElimination {
  public:
    /// `entries`: (row, column) of each value, including all diagonal entries.
    SparseElimination(std::int32_t unknowns, std::span<const std::pair<std::int32_t, std::int32_t>> entries);

    /// Solves A x = b, overwriting b with x. `values` are in the order of the constructor's entries. If a diagonal
    /// entry becomes so small that pivoting is needed, returns false and destroys b.
    bool solve(std::span<const double> values, double* b);

    /// The number of entries, including fill-in.
    std::size_t entries() const { return values_.size(); }

  private:
    struct Place {
        std::int32_t other;  // a row or a column
        std::int32_t at;     // index in values_
    };
    /// `rows` and `columns` are the neighbors that are eliminated later.
    struct Pivot {
        std::int32_t unknown, diagonal;
        std::vector<Place> rows, columns;
        std::vector<std::int32_t> changed;  // by row and column, row by row
    };
    /// Returns false if the fill-in would be much larger than the matrix.
    bool find_pivots(std::int32_t unknowns, std::span<const std::pair<std::int32_t, std::int32_t>> entries,
                     bool fewest_first);

    std::vector<Pivot> pivots_;
    std::vector<double> values_;
};

}  // namespace ranvier::engine
