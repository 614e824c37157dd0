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

  private:
    struct Row {
        std::int32_t row;
        std::int32_t up;          ///< its parent's row
        std::int32_t first, end;  ///< its children, in children_
        bool is_after_its_child;  ///< the only child, computed right before
    };
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

    std::vector<Row> rows_;               // from the leaves on
    std::vector<Row> roots_;              // computed after all others
    std::vector<std::int32_t> children_;  // in NEURON's order
    std::vector<Passed> passed_;          // by row
};

}  // namespace ranvier::engine
