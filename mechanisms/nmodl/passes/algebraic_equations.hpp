#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Turns the equations of a LINEAR block into assignments to its matrix: with the states x and y `~ 2*x + y = a`
/// becomes
///     rv_matrix[0] = rv_matrix[0] - 2*1   rv_matrix[1] = rv_matrix[1] - 1   rv_matrix[2] = rv_matrix[2] - a
/// with both sides negated and in the order of NEURON 9.0.2. `~+` continues the previous equation.
void linear_to_matrix(Program& program, Block& block, Diagnostics& diagnostics);

/// Turns the equations of a NONLINEAR block into their residuals: `~ x*x = a` becomes `rv_value[0] = -(x*x) + a`.
void nonlinear_to_residuals(Program& program, Block& block, Diagnostics& diagnostics);

/// Turns a DERIVATIVE block into the equations of an implicit step, for METHOD derivimplicit:
///     Dm = (minf - m)/tau   rv_value[0] = Dm - (m - rv_saved[0])/dt
/// Equations `~ a = b` in the block are solved together with the differential equations.
void derivatives_to_residuals(Program& program, Block& block, Diagnostics& diagnostics);

}  // namespace ranvier::nmodl
