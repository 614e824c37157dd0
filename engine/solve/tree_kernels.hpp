#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ranvier::engine {

/// Compartments that do not depend on each other, in consecutive rows: [own, own + count). No two have the same parent.
struct TreeRun {
    std::int32_t own;
    std::int32_t count;
    std::int32_t parent;  ///< row of the first one's parent if the parents' rows are consecutive too, else `scattered`
    std::int32_t first;   ///< scattered: where in TreeView::parent_row the parents' rows begin
    static constexpr std::int32_t scattered = -1;
};

/// The equations of some cells: a forest. The roots' runs come first, parents before their children, the children of
/// one compartment in NEURON's order.
struct TreeView {
    std::span<const TreeRun> roots;  ///< without parents
    std::span<const TreeRun> runs;   ///< all others
    const std::int32_t* parent_row;
    const double* a;   ///< effect of a compartment on its parent's equation
    const double* b;   ///< effect of the parent on the compartment's own
    const double* cm;  ///< [uF/cm2]
    double* v;         ///< [mV]
    double* i_cap;     ///< [mA/cm2]
    double* d;
    double* rhs;
};

// The order of operations within each compartment is NEURON's: what comes from children arrives in order of their
// numbers (assembling) or against it (elimination). So results do not depend on which compartments share a run.

/// Adds axial terms to rhs, and capacitance (`capacity_factor` * cm, uF/cm2 to mS/cm2) and axial terms to d.
void assemble_tree(const TreeView& tree, double capacity_factor);
/// Assembles, then eliminates from the leaves to the root (Hines 1984): d and rhs become those of a triangular matrix.
void eliminate_tree(const TreeView& tree, double capacity_factor);
/// Substitutes from the root to the leaves: rhs becomes the solution; v += v_factor * rhs; i_cap from rhs. Returns 0,
/// or NaN if some v is not finite.
double substitute_tree(const TreeView& tree, double v_factor, double capacity_factor);

}  // namespace ranvier::engine
