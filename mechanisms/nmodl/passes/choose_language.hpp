#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Decides whether to generate one C file (`Program::is_c`): if VERBATIM has an effect, for `SUFFIX nothing` and
/// EXTERNAL variables, and if functions of the process are called (set_seed, exprand, ...).
///
/// VERBATIM without effect is dropped: comments, and a `return 0;` at the end of a block. With `refuse_verbatim`, any
/// other is an error (`ranvier --sandbox`).
void choose_language(Program& program, Diagnostics& diagnostics, bool refuse_verbatim = false);

}  // namespace ranvier::nmodl
