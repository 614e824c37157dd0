#include "engine/solve/coupled_equations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/cell/mechanism_error.hpp"

namespace ranvier::engine {

void CoupledEquations::set_pattern(std::int32_t size, std::span<const Entry> entries) {
    std::vector<Eigen::Triplet<double>> zeros;
    std::vector<bool> on_diagonal(static_cast<std::size_t>(size));
    for (const auto& [row, column] : entries) {
        zeros.emplace_back(row, column, 0.);
        if (row == column) on_diagonal[static_cast<std::size_t>(row)] = true;
    }
    matrix_.resize(size, size);
    matrix_.setFromTriplets(zeros.begin(), zeros.end());
    matrix_.makeCompressed();
    b_.setZero(size);
    has_diagonal_ = std::ranges::all_of(on_diagonal, [](bool is) { return is; });
    by_tree_.reset();
    lu_knows_pattern_ = false;
}

void CoupledEquations::clear() {
    std::fill(matrix_.valuePtr(), matrix_.valuePtr() + matrix_.nonZeros(), 0.);
    b_.setZero();
}

void CoupledEquations::solve(bool may_need_pivots) {
    if (has_diagonal_ && eliminate(may_need_pivots)) {
        b_.swap(solution_);
        return;
    }
    factorize();
    b_ = by_lu_.solve(b_).eval();
}

namespace {

template <class Matrix>
std::vector<CoupledEquations::Entry> entries_of(const Matrix& matrix) {
    std::vector<CoupledEquations::Entry> entries;
    for (Eigen::Index column = 0; column < matrix.outerSize(); ++column) {
        for (typename Matrix::InnerIterator at(matrix, column); at; ++at) {
            entries.emplace_back(static_cast<std::int32_t>(at.row()), static_cast<std::int32_t>(at.col()));
        }
    }
    return entries;
}

}  // namespace

bool CoupledEquations::eliminate(bool may_need_pivots) {
    if (!by_tree_) by_tree_.emplace(size(), entries_of(matrix_));
    const std::span<const double> values(matrix_.valuePtr(), static_cast<std::size_t>(matrix_.nonZeros()));
    solution_ = b_;
    return by_tree_->solve(values, solution_.data()) && (!may_need_pivots || is_solved());
}

// True if every equation holds up to rounding errors of its terms.
bool CoupledEquations::is_solved() {
    constexpr double tolerance = 1e-12;
    miss_ = -b_;
    terms_ = b_.cwiseAbs();
    for (Eigen::Index column = 0; column < matrix_.outerSize(); ++column) {
        for (Matrix::InnerIterator at(matrix_, column); at; ++at) {
            const double term = at.value() * solution_[column];
            miss_[at.row()] += term;
            terms_[at.row()] += std::abs(term);
        }
    }
    return (miss_.cwiseAbs().array() <= tolerance * terms_.array()).all();
}

void CoupledEquations::factorize() {
    if (!std::exchange(lu_knows_pattern_, true)) by_lu_.analyzePattern(matrix_);
    by_lu_.factorize(matrix_);
    if (by_lu_.info() != Eigen::Success) {
        throw MechanismError(
            fmt::format("the equations of extracellular or LinearMechanism have no unique solution: {}",
                        by_lu_.lastErrorMessage()));
    }
}

}  // namespace ranvier::engine
