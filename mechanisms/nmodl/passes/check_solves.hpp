#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Warns about equations that are never solved: `DERIVATIVE states { m' = ... }` without `SOLVE states METHOD ...`
/// leaves m at its initial value, in NEURON silently.
void check_solves(const Program& program, Diagnostics& diagnostics);

}  // namespace ranvier::nmodl
