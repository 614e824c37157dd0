#pragma once

#include <string>

#include "mechanisms/nmodl/driver/driver.hpp"

namespace ranvier::nmodl {

/// The C++ compiler's report on the loops of generated code that run in each step: for each kernel (current, advance,
/// ...) one line with the width of its vectors, or the reasons why it stayed scalar. `source` is the output of
/// generate_cpp. Only g++ has this report (-fopt-info-vec); throws std::runtime_error for another compiler, or if it
/// fails.
std::string vectorization_report(const std::string& source, const CompileOptions& options);

/// The same from the compiler's own messages, "FILE:LINE:COLUMN: optimized: ..." a line.
std::string summarize_vectorization(const std::string& source, const std::string& messages);

}  // namespace ranvier::nmodl
