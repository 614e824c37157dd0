#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Rejects CONSERVE laws of a KINETIC block that depend on each other, `CONSERVE a + b = 1 CONSERVE 2 a + 2 b = 2`:
/// each law replaces an equation, so the matrix would be singular for all rates. Expects unrolled loops.
void check_conservation(const Block& block, Diagnostics& diagnostics);

}  // namespace ranvier::nmodl
