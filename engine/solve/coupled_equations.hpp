#pragma once

#include <Eigen/SparseLU>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "engine/solve/sparse_elimination.hpp"

namespace ranvier::engine {

/// The equations A x = b of a CoupledSystem; the pattern of A stays for many steps.
///
/// Solved by elimination from the leaves (SparseElimination), because cables with what surrounds them need no pivoting.
/// A LinearMechanism may be any circuit, though most need none either: where elimination fails, sparse LU with partial
/// pivoting is used.
class CoupledEquations {
  public:
    using Entry = std::pair<std::int32_t, std::int32_t>;  ///< row, column

    /// Of `size` unknowns. A and b become 0; places of before are void.
    void set_pattern(std::int32_t size, std::span<const Entry> entries);
    /// Of an entry of the pattern, until set_pattern.
    double* place(std::int32_t row, std::int32_t column) { return &matrix_.coeffRef(row, column); }
    /// A and b become 0.
    void clear();

    std::int32_t size() const { return static_cast<std::int32_t>(b_.size()); }
    /// Of b; after solve, of x.
    double& operator[](std::int32_t i) { return b_[i]; }
    double operator[](std::int32_t i) const { return b_[i]; }
    const Eigen::VectorXd& b() const { return b_; }

    /// `may_need_pivots`: what elimination finds is put into the equations before it is taken. Throws MechanismError if
    /// there is no single solution.
    void solve(bool may_need_pivots);

  private:
    using Matrix = Eigen::SparseMatrix<double, Eigen::ColMajor, std::int32_t>;

    bool eliminate(bool may_need_pivots);
    bool is_solved();
    void factorize();

    Matrix matrix_;
    Eigen::VectorXd b_;
    Eigen::VectorXd solution_, miss_, terms_;
    bool has_diagonal_ = false;                 // no diagonal entry is zero by the pattern
    std::optional<SparseElimination> by_tree_;  // made when first used
    Eigen::SparseLU<Matrix> by_lu_;
    bool lu_knows_pattern_ = false;
};

}  // namespace ranvier::engine
