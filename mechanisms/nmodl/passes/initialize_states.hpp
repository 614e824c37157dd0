#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Assigns the START values of states at the beginning of INITIAL: `STATE { m START 0.3 }` adds `m = 0.3`, or `m = m0`
/// if the file has a variable m0. States that are an ion's concentration keep the ion's value. Also turns
/// `state_discontinuity(x, y)` into `x = y`, its effect with a fixed step, and in a BREAKPOINT with currents into
/// `if (rv_may_jump) { x = y }`, because there the call acts only once, however often currents are evaluated. For a
/// reversal potential that is in WRITE but not in READ, adds `ena = ena` at the end of INITIAL, BREAKPOINT and the
/// statements after SOLVE, because the ion takes the mechanism's value after each of these, as in NEURON.
inline constexpr const char* may_jump = "rv_may_jump";

void initialize_states(Program& program, Diagnostics& diagnostics);

}  // namespace ranvier::nmodl
