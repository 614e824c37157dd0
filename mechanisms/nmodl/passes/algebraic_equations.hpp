#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Makes of the equations of a LINEAR block assignments to its matrix: with the states x and y `~ 2*x + y = a` becomes
///     rv_matrix[0] = rv_matrix[0] - 2*1   rv_matrix[1] = rv_matrix[1] - 1   rv_matrix[2] = rv_matrix[2] - a
/// (signs and order as in NEURON 9.0.2: both sides negated). `~+` goes on with the equation before.
void linear_to_matrix(Program& program, Block& block, Diagnostics& diagnostics);

/// Makes of the equations of a NONLINEAR block by how much they miss: `~ x*x = a` becomes `rv_value[0] = -(x*x) + a`.
void nonlinear_to_residuals(Program& program, Block& block, Diagnostics& diagnostics);

/// Makes of a DERIVATIVE block the equations of an implicit step, for METHOD derivimplicit:
///     Dm = (minf - m)/tau   rv_value[0] = Dm - (m - rv_saved[0])/dt
/// Equations `~ a = b` in it are solved together with these.
void derivatives_to_residuals(Program& program, Block& block, Diagnostics& diagnostics);

}  // namespace ranvier::nmodl
