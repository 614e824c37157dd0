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
/// The positions of entries are computed once; each solution then only follows a list of positions. Pivots that do not
/// depend on one another alternate in the list, because a processor works on several at once; each entry still takes its
/// changes in the order of elimination, so the bits are those of one pivot after another.
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
    /// Finds the pivots in the order of elimination; empty if the fill-in would be much larger than the matrix.
    std::vector<Pivot> find_pivots(std::int32_t unknowns,
                                   std::span<const std::pair<std::int32_t, std::int32_t>> entries, bool fewest_first);
    void list(const Pivot& pivot, const Pivot* before);

    /// A pivot in places_: the positions of its columns' entries, its columns; for each row: the position of its entry,
    /// the row, the positions of the entries that change.
    struct Step {
        std::int32_t unknown, diagonal, rows, columns;
        std::size_t first;  // index in places_
        // Which change of the step before has made the diagonal entry: it is then at hand, and need not come back from
        // memory, for which each step of a cable would wait. -1: none, or it has more than two rows or columns.
        std::int32_t made_by = -1;
    };
    struct Changes {
        double of[4];  // row by row
    };
    static Changes eliminate_one(const Step& step, const std::int32_t* place, double* value, double inverse, double* b);
    static Changes eliminate_two(const Step& step, const std::int32_t* place, double* value, double inverse, double* b);
    template <int columns>
    static void eliminate_rows(const Step& step, const std::int32_t* place, double* value, double inverse, double* b);
    bool eliminate(std::span<const double> values, double* b);
    void substitute(double* b) const;

    std::vector<Step> steps_;
    std::vector<std::int32_t> places_;
    std::vector<double> values_;
};

}  // namespace ranvier::engine
