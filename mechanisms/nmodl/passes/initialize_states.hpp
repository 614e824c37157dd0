#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Lets INITIAL begin with the states' START values: `STATE { m START 0.3 }` puts `m = 0.3` first, or `m = m0` where
/// the file has a variable m0. States that are an ion's concentration keep the ion's value.
/// Also turns `state_discontinuity(x, y)` into `x = y`, which it is at a fixed step.
void initialize_states(Program& program, Diagnostics& diagnostics);

}  // namespace ranvier::nmodl
