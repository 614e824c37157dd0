#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Derives the blocks for a variable-step integrator from the single SOLVE in BREAKPOINT (docs: "CVode", "SOLVE"):
/// `m' = (minf - m)/mtau` becomes, in a copy of the DERIVATIVE block,
///     PROCEDURE derivatives { rates(v)  rv_d_m = (minf - m)/mtau  rv_s_m = -(1/mtau) }
/// The Jacobian is assumed to be diagonal: rv_s_m is the equation's derivative with respect to its own state, found
/// symbolically or, failing that, by a difference of 0.001. For KINETIC by METHOD sparse the Jacobian is complete, and
///     PROCEDURE solve derivatives
/// solves its linear equations. A separate block assigns concentrations that the mechanism writes without solving for
/// them. As in NEURON, variable steps need a single SOLVE, of a DERIVATIVE block, a KINETIC block by sparse, or a
/// PROCEDURE by after_cvode or cvode_t.
void variable_steps(Program& program);

/// Names of the blocks created by this pass.
inline constexpr const char* derivatives_block = "derivatives of states";
inline constexpr const char* solve_derivatives_block = "solve derivatives";
inline constexpr const char* derivative_prefix = "rv_d_";  // precedes a state's name
inline constexpr const char* slope_prefix = "rv_s_";
inline constexpr const char* concentrations_block = "concentrations from states";

/// Whether a block is made from SOLVE and becomes a kernel, not a function.
bool is_made_from_solve(const Block& block);

}  // namespace ranvier::nmodl
