#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Decides whether to generate one C file (`Program::is_c`): if VERBATIM has an effect, for `SUFFIX nothing` and
/// EXTERNAL variables, and if the file calls functions of the process (set_seed, exprand, ...).
///
/// Drops VERBATIM without effect: comments, and a `return 0;` at the end of a block. With `refuse_verbatim`
/// (`ranvier --sandbox`), any other VERBATIM is an error.
void choose_language(Program& program, Diagnostics& diagnostics, bool refuse_verbatim = false);

}  // namespace ranvier::nmodl
