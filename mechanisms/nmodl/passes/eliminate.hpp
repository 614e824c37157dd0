#pragma once

#include <map>

#include "mechanisms/nmodl/ast/statement.hpp"

namespace ranvier::nmodl {

/// Which elements of a square matrix may differ from 0, and where in rv_matrix each is kept.
class MatrixPattern {
  public:
    /// All diagonal elements exist from the start.
    explicit MatrixPattern(int size);
    int size() const { return size_; }
    int slots() const { return static_cast<int>(slots_.size()); }
    bool has(int row, int column) const { return slots_.contains({row, column}); }
    /// The element's place; it exists afterwards.
    int slot(int row, int column);

  private:
    int size_;
    std::map<std::pair<int, int>, int> slots_;
};

/// Gaussian elimination written out: rv_rhs becomes the solution of rv_matrix x = rv_rhs. Pivots are taken where the
/// row has fewest elements, ties and order of arithmetic as in NEURON 9.0.2's sparse method, so that last bits agree.
/// Statements are assignments and `if (fabs(pivot) <= 1e-20) rv_singular = 1`. Elements that fill in join the pattern.
Statements eliminate(MatrixPattern& pattern);

/// The order of pivots that `eliminate` takes; adds what fills in to the pattern.
std::vector<int> pivot_order(MatrixPattern& pattern);

}  // namespace ranvier::nmodl
