#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Turns the reactions of a KINETIC block into the linear system of one implicit step, for METHOD sparse:
/// `~ a <-> b (f, r)` becomes
///     f_flux = f * a   b_flux = r * b
///     rv_rhs[0] = rv_rhs[0] - (f_flux - b_flux)   rv_rhs[1] = rv_rhs[1] + (f_flux - b_flux)
///     rv_term = f   rv_matrix[0] = rv_matrix[0] + rv_term   ...
/// Each CONSERVE replaces the equation of one of its states. COMPARTMENT volumes multiply changes of states. The order
/// of terms is NEURON 9.0.2's. In a rate `f + g` without parentheses, only the last term is multiplied by the states,
/// as in NEURON.
void kinetic_to_sparse(Program& program, Block& block, Diagnostics& diagnostics);

/// Turns the reactions into differential equations, for METHOD euler and runge: `~ a <-> b (f, r)` becomes
///     f_flux = f * a   b_flux = r * b   Da = Da - (f_flux - b_flux)   Db = Db + (f_flux - b_flux)
/// CONSERVE has no effect.
void kinetic_to_derivatives(Program& program, Block& block, Diagnostics& diagnostics);

/// Converts two copies of a block for variable steps: `derivatives` becomes differential equations as above, `solved`
/// becomes plain statements that replace derivatives D by (1 - dt*J)^-1 D. Returns the states. As in NEURON, CONSERVE
/// is ignored.
std::vector<ExpressionPtr> kinetic_to_variable_steps(Program& program, Block& derivatives, Block& solved,
                                                     Diagnostics& diagnostics);

}  // namespace ranvier::nmodl
