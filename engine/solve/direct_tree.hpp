#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/solve/tree_kernels.hpp"

namespace ranvier::engine {

/// A forest whose equations are solved for the voltages at the end of the step, not for their changes: with g the
/// membrane's conductance and i its current, (.001 cm/dt + g) v' + axial terms of v' = (.001 cm/dt + g) v - i. Nothing
/// of the neighbors enters the right-hand side, so assembling needs no parents. Zero-area ends without currents have
/// their parent's voltage and are not unknowns.
///
/// The bits differ from NEURON's (by 1e-13 mV) but are reproducible: they depend only on a cell's shape. For steps of
/// backward Euler.
class DirectTree {
  public:
    /// `ends`: rows of zero-area compartments without children. `occupied` has the rows (any order) in which mechanisms
    /// put current.
    DirectTree(std::span<const TreeRun> runs, const std::vector<std::int32_t>& parent_row,
               const std::vector<bool>& is_end, const std::vector<bool>& occupied);

    /// After a and b changed.
    void set_coefficients(const double* a, const double* b, std::size_t rows);

    /// d and rhs, the membrane's, become those of a triangular matrix; d its reciprocal diagonal. Roots, a, b, cm, v, d
    /// and rhs are the view's. `capacity_factor`: uF/cm2 to mS/cm2.
    void eliminate(const TreeView& tree, double capacity_factor) const;
    /// v becomes the voltage at the end of the step, rhs its change, i_cap the capacitive current. Returns 0, or NaN if
    /// some v is not finite.
    double substitute(const TreeView& tree, double capacity_factor) const;

  private:
    struct End {
        std::int32_t row, parent;
    };
    void add_piece(const TreeRun& run, std::int32_t from, std::int32_t to, const std::vector<std::int32_t>& parent_row);

    std::vector<TreeRun> runs_;
    std::vector<std::int32_t> parent_row_;
    std::vector<End> ends_;
    std::vector<double> axial_;  ///< by row: what a and b add to d [mS/cm2]
};

}  // namespace ranvier::engine
