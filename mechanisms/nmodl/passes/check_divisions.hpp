#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Warns of divisions whose divisor is the number 0, whatever happens in a run: `1/0`, `x/(N - 3)` with DEFINE N 3.
void check_divisions(const Program& program, Diagnostics& diagnostics);

}  // namespace ranvier::nmodl
