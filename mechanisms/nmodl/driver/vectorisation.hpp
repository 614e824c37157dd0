#pragma once

#include <string>

#include "mechanisms/nmodl/driver/driver.hpp"

namespace ranvier::nmodl {

/// What the C++ compiler says about the loops of generated code that run in each step: for each kernel (current,
/// advance, ...) one line with the width of its vectors, or the compiler's reasons why it stayed scalar. `source` is
/// what generate_cpp printed. g++ alone reports so (-fopt-info-vec); throws std::runtime_error if the compiler is
/// another one, or if it fails.
std::string vectorisation_report(const std::string& source, const CompileOptions& options);

/// The same from the compiler's own messages, "FILE:LINE:COLUMN: optimized: ..." a line.
std::string summarize_vectorisation(const std::string& source, const std::string& messages);

}  // namespace ranvier::nmodl
