#pragma once

#include <string>

#include "mechanisms/nmodl/passes/pipeline.hpp"

namespace ranvier::nmodl {

struct GenerateOptions {
    Math math = Math::libm;
    std::string symbol = "rv_mechanisms";  ///< name of the exported function
    std::string source = "";               ///< path of the C file, for its #line directives
};

/// Prints a program, after all passes, as one C++ or C file (codegen/c_file.hpp) that includes only headers of
/// mechanisms/runtime and exports `options.symbol` (an rv_mechanisms_function).
std::string generate(const Program& program, const GenerateOptions& options);

/// The same for programs that are not generated as C.
std::string generate_cpp(const Program& program, const GenerateOptions& options);

}  // namespace ranvier::nmodl
