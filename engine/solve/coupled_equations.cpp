#include "engine/solve/coupled_equations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "engine/cell/mechanism_error.hpp"

namespace ranvier::engine {

void CoupledEquations::set_pattern(std::int32_t size, std::span<const Entry> entries) {
    entries_.assign(entries.begin(), entries.end());
    std::ranges::sort(entries_);
    const auto repeated = std::ranges::unique(entries_);
    entries_.erase(repeated.begin(), repeated.end());
    const auto rows = static_cast<std::size_t>(size);
    row_begin_.assign(rows + 1, 0);
    std::size_t on_diagonal = 0;
    for (const auto& [row, column] : entries_) {
        ++row_begin_[static_cast<std::size_t>(row) + 1];
        on_diagonal += row == column;
    }
    std::partial_sum(row_begin_.begin(), row_begin_.end(), row_begin_.begin());
    values_.assign(entries_.size(), 0.);
    b_.setZero(size);
    has_diagonal_ = on_diagonal == rows;
    by_tree_.reset();
    place_in_matrix_.clear();
}

double* CoupledEquations::place(std::int32_t row, std::int32_t column) {
    const auto at = std::ranges::lower_bound(entries_, Entry{row, column});
    return &values_[static_cast<std::size_t>(at - entries_.begin())];
}

void CoupledEquations::clear() {
    std::ranges::fill(values_, 0.);
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

bool CoupledEquations::eliminate(bool may_need_pivots) {
    if (!by_tree_) by_tree_.emplace(size(), entries_);
    solution_ = b_;
    return by_tree_->solve(values_, solution_.data()) && (!may_need_pivots || is_solved());
}

// True if every equation holds up to rounding errors of its terms.
bool CoupledEquations::is_solved() const {
    constexpr double tolerance = 1e-12;
    const double* const value = values_.data();
    const double* const x = solution_.data();
    const Entry* const entry = entries_.data();
    std::size_t at = 0;
    for (std::size_t row = 0; row + 1 < row_begin_.size(); ++row) {
        const double b = b_[static_cast<Eigen::Index>(row)];
        double miss = -b, terms = std::abs(b);
        for (const std::size_t end = row_begin_[row + 1]; at < end; ++at) {
            const double term = value[at] * x[entry[at].second];
            miss += term;
            terms += std::abs(term);
        }
        if (!(std::abs(miss) <= tolerance * terms)) return false;
    }
    return true;
}

// The entries of matrix_, which is stored by columns.
void CoupledEquations::make_matrix() {
    std::vector<Eigen::Triplet<double>> numbers;
    for (std::size_t k = 0; k < entries_.size(); ++k) {
        numbers.emplace_back(entries_[k].first, entries_[k].second, static_cast<double>(k));
    }
    matrix_.resize(size(), size());
    matrix_.setFromTriplets(numbers.begin(), numbers.end());
    matrix_.makeCompressed();
    place_in_matrix_.resize(entries_.size());
    for (std::size_t k = 0; k < entries_.size(); ++k) {
        place_in_matrix_[static_cast<std::size_t>(matrix_.valuePtr()[k])] = k;
    }
    by_lu_.analyzePattern(matrix_);
}

void CoupledEquations::factorize() {
    if (place_in_matrix_.empty()) make_matrix();
    for (std::size_t k = 0; k < entries_.size(); ++k) matrix_.valuePtr()[place_in_matrix_[k]] = values_[k];
    by_lu_.factorize(matrix_);
    if (by_lu_.info() != Eigen::Success) {
        throw MechanismError(
            fmt::format("the equations of extracellular or LinearMechanism have no unique solution: {}",
                        by_lu_.lastErrorMessage()));
    }
}

}  // namespace ranvier::engine
