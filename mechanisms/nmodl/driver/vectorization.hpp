#pragma once

#include <string>

#include "mechanisms/nmodl/driver/driver.hpp"

namespace ranvier::nmodl {

/// The C++ compiler's report on the loops of generated code that run in each step: for each kernel (current, advance,
/// ...) one line with the width of its vectors, or the reasons why it stayed scalar. `source` is the output of
/// generate_cpp. Only g++ provides this report (-fopt-info-vec). Throws std::runtime_error for any other compiler, or
/// if g++ fails.
std::string vectorization_report(const std::string& source, const CompileOptions& options);

/// Makes that report from the compiler's messages, one per line: "FILE:LINE:COLUMN: optimized: ...".
std::string summarize_vectorization(const std::string& source, const std::string& messages);

}  // namespace ranvier::nmodl
