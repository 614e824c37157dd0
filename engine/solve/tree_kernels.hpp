#pragma once

#include <cstddef>
#include <cstdint>

namespace ranvier::engine {

/// Cells of one shape side by side: node j of lane l is element row[j] + l of every array, its parent's is
/// parent_row[j] + l. Roots come first, parents before children. Several cells make a forest, solved at once.
struct TreeView {
    std::size_t nodes;
    std::size_t roots;
    int lanes;  ///< one of lane_counts
    const std::int32_t* row;
    const std::int32_t* parent_row;
    const double* a;   ///< effect of a compartment on its parent's equation
    const double* b;   ///< effect of the parent on the compartment's own
    const double* cm;  ///< [uF/cm2]
    double* v;         ///< [mV]
    double* i_cap;     ///< [mA/cm2]
    double* d;
    double* rhs;
};

/// The kernels are compiled for these numbers of lanes. Sixteen are enough to hide the latency of a division.
inline constexpr int lane_counts[] = {16, 8, 4, 2, 1};

// The order of operations within each compartment is NEURON's: what comes from children arrives in order of their
// numbers (assembling) or against it (elimination). So results don't depend on the number of lanes.

/// Adds axial terms to rhs, and capacitance (`capacity_factor` * cm, uF/cm2 to mS/cm2) and axial terms to d.
void assemble_tree(const TreeView& tree, double capacity_factor);
/// Assembles, then eliminates from the leaves to the root (Hines 1984): d and rhs become those of a triangular matrix.
void eliminate_tree(const TreeView& tree, double capacity_factor);
/// Substitutes from the root to the leaves: rhs becomes the solution; v += v_factor * rhs; i_cap from rhs. Returns 0,
/// or NaN if some v is not finite.
double substitute_tree(const TreeView& tree, double v_factor, double capacity_factor);

}  // namespace ranvier::engine
