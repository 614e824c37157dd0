#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Adds the START values of states to the beginning of INITIAL: `STATE { m START 0.3 }` puts `m = 0.3` first, or
/// `m = m0` where the file has a variable m0. States that are an ion's concentration keep the ion's value. Also turns
/// `state_discontinuity(x, y)` into `x = y`, which it is at a fixed step; in a BREAKPOINT with currents into
/// `if (rv_may_jump) { x = y }`, because there it acts once, however often currents are evaluated. A reversal potential
/// that is in WRITE and not in READ gets `ena = ena` at the end of INITIAL, BREAKPOINT and the statements after SOLVE,
/// because the ion takes the mechanism's value whenever these are done, as in NEURON.
inline constexpr const char* may_jump = "rv_may_jump";

void initialize_states(Program& program, Diagnostics& diagnostics);

}  // namespace ranvier::nmodl
