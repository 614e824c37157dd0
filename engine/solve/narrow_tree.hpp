#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/solve/tree_kernels.hpp"

namespace ranvier::engine {

/// A forest with few compartments side by side, a single cell for example, row by row. There a row's values depend on
/// those of the row before, and a step takes as long as that chain. So a row collects what its children pass, in
/// registers where the child has just been computed, whereas TreeRuns let children change their parents in memory.
///
/// The operations on each compartment are those of tree_kernels.hpp and of DirectTree, in the same order: same bits.
///
/// Memory: 16 bytes for a compartment of an unbranched cable. What children pass is stored only where the parent is not
/// computed right after its only child.
class NarrowTree {
  public:
    /// Whether the runs are so short that going row by row is faster: fewer than four compartments on average
    /// (benchmarks/bench_tree_solve.cpp).
    static bool suits(std::span<const TreeRun> runs);

    NarrowTree(std::span<const TreeRun> roots, std::span<const TreeRun> runs,
               const std::vector<std::int32_t>& parent_row);

    /// eliminate_tree and substitute_tree of tree_kernels.hpp.
    void eliminate(const TreeView& tree, double capacity_factor);
    double substitute(const TreeView& tree, double v_factor, double capacity_factor) const;

    /// The same of DirectTree. `axial`: by row, the contribution of a and b to d [mS/cm2].
    void eliminate_directly(const TreeView& tree, const double* axial, double capacity_factor);
    double substitute_directly(const TreeView& tree, double capacity_factor) const;
    /// Adds what a and b contribute to d, parents before children, the children of one parent in NEURON's order.
    void add_axial(const double* a, const double* b, double* axial) const;

  private:
    struct Row {
        std::int32_t row;
        std::int32_t up;        ///< its parent's row
        std::int32_t children;  ///< where they begin in children_; right_before: the only one
        std::int32_t passed =
            0;  ///< where it stores what it passes, in passed_; if its parent does not come right after
    };
    /// The only child, which has been computed right before.
    static constexpr std::int32_t right_before = -1;
    static constexpr std::int32_t not_stored = -1;
    /// What a row passes to its parent.
    struct Passed {
        double a, a_dv;     ///< for d and rhs, when the parent is assembled
        double p_b, p_rhs;  ///< when this row is eliminated
    };
    struct Sums {
        double d, rhs;
    };
    void assemble(const Row& row, const Passed& last, Sums& sums) const;
    void take_eliminated(const Row& row, const Passed& last, Sums& sums) const;
    void pass(const Row& row, const Passed& values) {
        if (row.passed != not_stored) passed_[static_cast<std::size_t>(row.passed)] = values;
    }
    std::span<const std::int32_t> children_of(const Row& row) const {
        const auto at = static_cast<std::size_t>(row.children);
        return std::span(children_).subspan(at + 1, static_cast<std::size_t>(children_[at]));
    }
    void link(Row& row, std::span<const std::int32_t> children, std::vector<std::int32_t>& index_of_row);

    std::vector<Row> rows_;                     // from the leaves on
    std::vector<Row> roots_;                    // computed after all others
    std::vector<std::int32_t> children_ = {0};  // lists, in NEURON's order: their number, their places in passed_
    std::vector<Passed> passed_;
};

}  // namespace ranvier::engine
