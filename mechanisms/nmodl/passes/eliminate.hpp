#pragma once

#include <map>

#include "mechanisms/nmodl/ast/statement.hpp"

namespace ranvier::nmodl {

/// The elements of a square matrix that may differ from 0, and their places in rv_matrix.
class MatrixPattern {
  public:
    /// Starts with all diagonal elements.
    explicit MatrixPattern(int size);
    int size() const { return size_; }
    int slots() const { return static_cast<int>(slots_.size()); }
    bool has(int row, int column) const { return slots_.contains({row, column}); }
    /// The element's place; adds the element if necessary.
    int slot(int row, int column);

  private:
    int size_;
    std::map<std::pair<int, int>, int> slots_;
};

/// Writes out Gaussian elimination: rv_rhs becomes the solution of rv_matrix x = rv_rhs. Pivots come from the rows with
/// the fewest elements; the choice among equals and the order of arithmetic match NEURON 9.0.2's sparse method, so that
/// the last bits agree. Fill-in elements are added to the pattern.
///
/// Made is an Eliminate statement. Its body consists of assignments and `if (fabs(pivot) <= 1e-20) rv_singular = 1`, its
/// table says the same to rv_eliminate in mechanisms/runtime/solvers.h, and its values are rv_rhs, rv_matrix and
/// rv_singular.
StatementPtr eliminate(MatrixPattern& pattern);

/// The order of pivots in `eliminate`; adds fill-in elements to the pattern.
std::vector<int> pivot_order(MatrixPattern& pattern);

}  // namespace ranvier::nmodl
