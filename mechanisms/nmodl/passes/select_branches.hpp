#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Turns if/else without side effects into selections, so that loops over instances can be vectorised:
/// `if (x < 1) { a = 2 } else { a = x }` becomes `a_then = 2  a_else = x  a = x < 1 ? a_then : a_else`.
/// Only assignments to plain variables, of expressions that call nothing or the mathematical functions, are touched;
/// both branches are then computed for every instance. For `--math vector` alone.
void select_branches(Program& program);

}  // namespace ranvier::nmodl
