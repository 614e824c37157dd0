#pragma once

#include "mechanisms/nmodl/passes/pipeline.hpp"

namespace ranvier::nmodl {

/// The first equation of a DERIVATIVE block that METHOD cnexp cannot solve, because its state occurs in a denominator, a
/// power or a function's argument; null if there is none.
const Statement* equation_beyond_cnexp(const Program& program, const Block& block);

/// The first equation of a DERIVATIVE block that is not linear in its own state, such as `p' = p*(1 - p)`; null if there
/// is none.
const Statement* equation_with_product(const Program& program, const Block& block);

/// Replaces each derivative by the exact solution of its equation over dt, with other states held fixed.
/// `m' = (minf - m)/tau` becomes `m = m + (1 - exp(dt*(-1/tau)))*(-(minf/tau)/(-1/tau) - m)` with libm, NEURON's order
/// of operations, and `m = fma(m - minf, exp(-dt/tau), minf)` with vector arithmetic. Products of a state are taken for
/// linear, as in NEURON: with the derivative d of the right-hand side with respect to m, `m = m*exp(dt*d)`.
void solve_cnexp(const Program& program, Statements& body, Math math);

}  // namespace ranvier::nmodl
