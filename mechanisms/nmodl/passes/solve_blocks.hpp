#pragma once

#include "mechanisms/nmodl/passes/pipeline.hpp"

namespace ranvier::nmodl {

/// Turns SOLVE of procedures, and of DERIVATIVE blocks by cnexp and euler, into plain statements.
///
/// cnexp solves each linear equation exactly over a step while other states are held fixed (Hines 1984; NEURON):
/// `m' = (minf - m)/mtau` becomes, with libm arithmetic in NEURON's order,
/// `m = m + (1 - exp(dt*(-1/mtau)))*(-(minf/mtau)/(-1/mtau) - m)`, and with vector arithmetic
/// `m = minf + (m - minf)*exp(-(dt/mtau))`. With a warning, as in NEURON, an equation with
/// products of its state is treated as linear, and one whose slope is not a plain expression is solved by derivimplicit.
void solve_blocks(Program& program, Math math, Diagnostics& diagnostics);

}  // namespace ranvier::nmodl
