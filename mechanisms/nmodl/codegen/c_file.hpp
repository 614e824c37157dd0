#pragma once

#include "mechanisms/nmodl/codegen/generate.hpp"

namespace ranvier::nmodl {

/// Prints a program that `choose_language` marked as C. `options.source` is the path under which the text will be
/// compiled, to which #line returns after each VERBATIM.
std::string generate_c(const Program& program, const GenerateOptions& options);

}  // namespace ranvier::nmodl
