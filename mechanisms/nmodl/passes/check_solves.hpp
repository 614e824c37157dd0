#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Warns about equations that are never solved: `DERIVATIVE states { m' = ... }` without `SOLVE states METHOD ...`
/// leaves m at its initial value; NEURON gives no warning.
void check_solves(const Program& program, Diagnostics& diagnostics);

}  // namespace ranvier::nmodl
