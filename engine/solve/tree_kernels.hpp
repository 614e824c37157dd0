#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ranvier::engine {

/// Compartments that do not depend on each other, in consecutive rows: [own, own + count). No two have the same parent.
struct TreeRun {
    std::int32_t own;
    std::int32_t count;
    std::int32_t parent;  ///< row of the first parent if the parents' rows are consecutive too, else `scattered`
    std::int32_t first;   ///< if scattered: index of the first parent's row in TreeView::parent_row
    static constexpr std::int32_t scattered = -1;
};

/// The equations of a forest of cells. The runs of roots come first, parents before their children, the children of one
/// compartment in NEURON's order.
struct TreeView {
    std::span<const TreeRun> roots;  ///< without parents
    std::span<const TreeRun> runs;   ///< all others
    const std::int32_t* parent_row;
    const double* a;   ///< effect of a compartment on its parent's equation
    const double* b;   ///< effect of the parent on the compartment's equation
    const double* cm;  ///< [uF/cm2]
    double* v;         ///< [mV]
    double* i_cap;     ///< [mA/cm2]
    double* d;
    double* rhs;
};

// The order of operations within each compartment is NEURON's: contributions of children are added in order of their
// numbers (assembly) or in the reverse order (elimination). So results do not depend on which compartments share a run.

/// Adds axial terms to rhs, and capacitance (`capacity_factor` * cm, uF/cm2 to mS/cm2) and axial terms to d.
void assemble_tree(const TreeView& tree, double capacity_factor);
/// Assembles, then eliminates from the leaves to the root (Hines 1984), leaving a triangular system in d and rhs.
void eliminate_tree(const TreeView& tree, double capacity_factor);
/// Substitutes from the root to the leaves: rhs becomes the solution, v += v_factor * rhs, and i_cap is computed from
/// rhs. Returns 0, or NaN if some v is not finite.
double substitute_tree(const TreeView& tree, double v_factor, double capacity_factor);

}  // namespace ranvier::engine
