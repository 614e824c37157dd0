#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Reports VERBATIM blocks, which are C code that no pass understands. A block that does nothing (blanks, comments,
/// `return 0;`) is dropped.
void check_verbatim(Program& program, Diagnostics& diagnostics);

}  // namespace ranvier::nmodl
