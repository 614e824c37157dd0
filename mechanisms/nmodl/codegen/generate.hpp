#pragma once

#include <string>

#include "mechanisms/nmodl/passes/pipeline.hpp"

namespace ranvier::nmodl {

struct GenerateOptions {
    Math math = Math::libm;
    std::string symbol = "rv_mechanisms";  ///< name of the exported function
    std::string source = "";               ///< where a C file will lie, for its #line directives
};

/// Prints a program that has gone through all passes as one C++ file, or C file (codegen/c_file.hpp), which includes
/// mechanisms/runtime alone and exports `options.symbol` (an rv_mechanisms_function).
std::string generate(const Program& program, const GenerateOptions& options);

/// The same for programs that are no C.
std::string generate_cpp(const Program& program, const GenerateOptions& options);

}  // namespace ranvier::nmodl
