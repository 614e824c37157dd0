#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Splits the step of an ARTIFICIAL_CELL (its BREAKPOINT) into three blocks, if its random draws and its `net_event(t)`
/// allow that:
///   draw_block     rv_draw_0 = random_poisson(r, rate*dt)
///   advance_block  ... n = rv_draw_0 ... if (v > threshold) { rv_fires = 1 }
///   fire_block     if (rv_fires) { net_event(t) ... }
/// A cell that draws and fires has one variable for both, rv_draw_0. The middle block has no effects other than on
/// variables, so it can run in lanes. Draws must not depend on what the step assigns, and must happen in every step.
/// net_event(t) may stand at one place; what stands behind it goes with it, if it shares no variables with the rest. A step
/// that is not split is a plain loop.
void split_cell_step(Program& program);

inline constexpr const char* draw_block = "draws of a step";
inline constexpr const char* fire_block = "firing of a step";

}  // namespace ranvier::nmodl
