#pragma once

#include "mechanisms/nmodl/passes/pipeline.hpp"

namespace ranvier::nmodl {

/// The first equation of a DERIVATIVE block that is not linear in its own state, as METHOD cnexp requires; null if all
/// are linear.
const Statement* equation_beyond_cnexp(const Program& program, const Block& block);

/// Replaces each derivative by the exact solution of its equation over dt, with other states held fixed.
/// `m' = (minf - m)/tau` becomes `m = m + (1 - exp(dt*(-1/tau)))*(-(minf/tau)/(-1/tau) - m)` with libm, NEURON's order
/// of operations, and `m = fma(m - minf, exp(-dt/tau), minf)` with vector arithmetic.
void solve_cnexp(const Program& program, Statements& body, Math math);

}  // namespace ranvier::nmodl
