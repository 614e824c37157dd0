#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Makes what an integrator by variable steps needs of the one SOLVE in BREAKPOINT (docs: "CVode", "SOLVE"):
/// `m' = (minf - m)/mtau` becomes, in copies of the DERIVATIVE block,
///     PROCEDURE derivatives       { rates(v)  rv_d_m = (minf - m)/mtau }
///     PROCEDURE solve derivatives { rates(v)  rv_d_m = rv_d_m/(1 - dt*(-(1/mtau))) }
/// The Jacobian is taken to be diagonal, an equation's derivative by its own state being found by rules or, where there
/// are none, by a difference of 0.001; of KINETIC by METHOD sparse it is whole. Concentrations that are written but are
/// no states become a block of their own. Two SOLVE, or one that is none of DERIVATIVE, KINETIC by sparse, or a
/// PROCEDURE after_cvode, are an obstacle, as in NEURON.
void variable_steps(Program& program);

/// Names of the blocks.
inline constexpr const char* derivatives_block = "derivatives of states";
inline constexpr const char* solve_derivatives_block = "solve derivatives";
inline constexpr const char* concentrations_block = "concentrations from states";

/// A block that is made from SOLVE and becomes a kernel, not a function.
bool is_made_from_solve(const Block& block);

}  // namespace ranvier::nmodl
