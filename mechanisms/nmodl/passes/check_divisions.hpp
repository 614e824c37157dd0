#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Warns about divisions whose divisor is always 0: `1/0`, `x/(N - 3)` with DEFINE N 3.
void check_divisions(const Program& program, Diagnostics& diagnostics);

}  // namespace ranvier::nmodl
