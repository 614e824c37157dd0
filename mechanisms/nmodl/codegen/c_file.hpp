#pragma once

#include "mechanisms/nmodl/codegen/generate.hpp"

namespace ranvier::nmodl {

/// Prints a program that `choose_language` marked as C. `options.source` is the path of the generated file; a #line
/// directive after each VERBATIM refers to this path.
std::string generate_c(const Program& program, const GenerateOptions& options);

}  // namespace ranvier::nmodl
