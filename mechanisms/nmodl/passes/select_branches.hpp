#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Turns if/else without side effects into selections, so that loops over instances can be vectorized:
/// `if (x < 1) { a = 2 } else { a = x }` becomes `a_then = 2  a_else = x  a = x < 1 ? a_then : a_else`.
/// Converts only assignments to plain variables of expressions without calls, except of mathematical functions; both
/// branches are then computed for every instance. Only for `--math vector`.
void select_branches(Program& program);

}  // namespace ranvier::nmodl
