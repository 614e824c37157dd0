#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Decides whether the file is generated as one C file (`Program::is_c`): if VERBATIM does something, for
/// `SUFFIX nothing`, EXTERNAL variables, and where functions of the process are called (set_seed, exprand, ...).
///
/// VERBATIM that does nothing is dropped: comments, and a `return 0;` that ends a block. With `refuse_verbatim` any
/// other is an error (`ranvier --sandbox`).
void choose_language(Program& program, Diagnostics& diagnostics, bool refuse_verbatim = false);

}  // namespace ranvier::nmodl
