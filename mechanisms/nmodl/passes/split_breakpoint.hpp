#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Moves the SOLVE statements of BREAKPOINT into a separate block, which advances the states at the end of a step; the
/// rest computes currents. `BREAKPOINT { SOLVE s METHOD cnexp i = g*v }` becomes `BREAKPOINT { i = g*v }` and
/// `PROCEDURE advance { SOLVE s METHOD cnexp }` (the block's name is `advance_block`).
void split_breakpoint(Program& program, Diagnostics& diagnostics);

/// Whether the mechanism contributes to a current.
bool has_currents(const Program& program);

inline constexpr const char* advance_block = "advance states";

}  // namespace ranvier::nmodl
