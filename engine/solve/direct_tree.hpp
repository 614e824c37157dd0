#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/solve/narrow_tree.hpp"
#include "engine/solve/tree_kernels.hpp"

namespace ranvier::engine {

/// A forest whose equations are solved for the voltages at the end of the step, not for their changes: with g the
/// membrane's conductance and i its current, (.001 cm/dt + g) v' + axial terms of v' = (.001 cm/dt + g) v - i. No
/// value of a neighbor enters the right-hand side, so assembling does not need the parents. Zero-area ends without
/// currents have their parent's voltage and are not unknowns.
///
/// Results differ from NEURON's in the last bits (by 1e-13 mV) but are reproducible: they depend only on the cell's
/// shape. Only for backward Euler steps.
class DirectTree {
  public:
    /// By row, `is_end` is true for zero-area compartments without children, `occupied` for compartments in which
    /// mechanisms put current.
    DirectTree(std::span<const TreeRun> roots, std::span<const TreeRun> runs,
               const std::vector<std::int32_t>& parent_row, const std::vector<bool>& is_end,
               const std::vector<bool>& occupied);

    /// To be called after a and b have changed.
    void set_coefficients(const double* a, const double* b, std::size_t rows);

    /// Replaces d and rhs, which hold the membrane's terms, by the triangular system: d by its reciprocal diagonal, rhs
    /// by its right-hand side. Uses roots, a, b, cm, v, d and rhs of `tree`. `capacity_factor`: uF/cm2 to mS/cm2.
    void eliminate(const TreeView& tree, double capacity_factor);
    /// Sets v to the voltage at the end of the step, rhs to its change, i_cap to the capacitive current. Returns 0, or
    /// NaN if some v is not finite.
    double substitute(const TreeView& tree, double capacity_factor) const;

  private:
    struct End {
        std::int32_t row, parent;
    };
    void add_piece(const TreeRun& run, std::int32_t from, std::int32_t to, const std::vector<std::int32_t>& parent_row);

    std::vector<TreeRun> runs_;  ///< empty if there is narrow_
    std::vector<std::int32_t> parent_row_;
    std::vector<End> ends_;
    std::optional<NarrowTree> narrow_;  ///< if it suits
    std::vector<double> axial_;         ///< by row: the contribution of a and b to d [mS/cm2]
};

}  // namespace ranvier::engine
