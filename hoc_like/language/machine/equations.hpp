#pragma once

#include <map>
#include <string>
#include <vector>

#include "hoc_like/language/interface/number_ref.hpp"

namespace ranvier::hoc {

/// hoc's system of equations: `depvar` declares the unknowns, `eqn` adds a row for each unknown, and `solve()` takes a
/// step of Newton's method with the matrix of difference quotients (doc: "eqinit").
///
/// 1. Row k belongs to the k-th unknown. Terms stay in a row until `eqn x::` or a step clears it.
/// 2. Each side of an equation is evaluated several times, by the script's own code: once unchanged, then with one
///    unknown at a time changed by `delta`.
class Equations {
  public:
    /// Removes all unknowns and rows.
    void begin(double delta);
    double delta() const { return delta_; }
    /// Adds an unknown. Throws std::runtime_error if the number is already an unknown or has no address.
    void declare(NumberRefPtr unknown);
    /// Selects the row for the following evaluations and, if `anew`, clears it. Throws std::runtime_error if the number
    /// is not an unknown.
    void choose_row(const NumberRef& unknown, bool anew);
    /// Records that the current evaluation reads the number: unknowns are changed in reverse order of their first read,
    /// as in NEURON.
    void note(const double* number);
    /// Takes the value of one side of an equation; returns true if the side must be evaluated again.
    bool take(bool is_left, double value);
    /// Takes one step; returns the sum of residuals and changes. Throws std::runtime_error if the matrix is singular.
    double solve();
    /// A text picture of the matrix: a star for each entry.
    std::string picture() const;

  private:
    using Row = std::map<std::size_t, double>;
    double& number(std::size_t k) const { return *unknowns_[k]->address(); }
    std::size_t index_of(const double* address) const;
    void make_rows();
    void list_moves();
    void move_next();
    std::vector<std::size_t> eliminate();
    std::size_t pivot_of(Row& row, std::size_t wanted) const;

    double delta_ = .001;
    std::vector<NumberRefPtr> unknowns_;
    std::vector<Row> rows_;
    std::vector<double> right_;
    std::size_t row_ = 0;

    // An evaluation in progress.
    bool is_open_ = false;
    double first_ = 0;                ///< the value with unchanged unknowns
    std::vector<std::size_t> read_;   ///< unknowns, in order of their first read
    std::vector<std::size_t> moves_;  ///< unknowns yet to be changed, the next one last
    std::size_t moved_ = 0;
    double before_ = 0;  ///< the original value of the changed unknown
};

}  // namespace ranvier::hoc
