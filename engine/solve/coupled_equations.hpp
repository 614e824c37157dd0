#pragma once

#include <Eigen/SparseLU>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/solve/sparse_elimination.hpp"

namespace ranvier::engine {

/// The equations A x = b of a CoupledSystem. The pattern of A stays the same for many steps.
///
/// They are solved by elimination from the leaves (SparseElimination), because cables and their extracellular layers
/// need no pivoting. A LinearMechanism may be any circuit, but most need no pivoting either; if elimination fails,
/// sparse LU with partial pivoting is used.
class CoupledEquations {
  public:
    using Entry = std::pair<std::int32_t, std::int32_t>;  ///< row, column

    /// Sets the number of unknowns and the pattern of A. Sets A and b to 0 and invalidates earlier places.
    void set_pattern(std::int32_t size, std::span<const Entry> entries);
    /// The address of an entry of the pattern, valid until the next set_pattern.
    double* place(std::int32_t row, std::int32_t column);
    /// Sets A and b to 0.
    void clear();

    std::int32_t size() const { return static_cast<std::int32_t>(b_.size()); }
    /// Element of b; after solve, of x.
    double& operator[](std::int32_t i) { return b_[i]; }
    double operator[](std::int32_t i) const { return b_[i]; }
    const Eigen::VectorXd& b() const { return b_; }
    /// All elements; valid until the next set_pattern or solve.
    double* values() { return b_.data(); }

    /// `may_need_pivots`: checks the result of elimination against the equations before accepting it. Throws
    /// MechanismError if there is no unique solution.
    void solve(bool may_need_pivots);

  private:
    using Matrix = Eigen::SparseMatrix<double, Eigen::ColMajor, std::int32_t>;

    bool eliminate(bool may_need_pivots);
    bool is_solved() const;
    void make_matrix();
    void factorize();

    std::vector<Entry> entries_;  // the pattern, row by row
    std::vector<std::size_t> row_begin_;
    std::vector<double> values_;  // of A, by entry
    Eigen::VectorXd b_, solution_;
    bool has_diagonal_ = false;                 // the pattern contains all diagonal entries
    std::optional<SparseElimination> by_tree_;  // made when first used
    Eigen::SparseLU<Matrix> by_lu_;
    Matrix matrix_;                             // for by_lu_
    std::vector<std::size_t> place_in_matrix_;  // by entry; empty: by_lu_ does not know the pattern
};

}  // namespace ranvier::engine
