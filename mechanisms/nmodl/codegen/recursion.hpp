#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Whether a FUNCTION or PROCEDURE calls itself, directly or through others. Such a function checks how much of the
/// stack it has filled (mechanisms/runtime/recursion.h).
bool is_recursive(const Program& program, const Block& block);

/// Whether any block of the program is recursive.
bool has_recursion(const Program& program);

}  // namespace ranvier::nmodl
