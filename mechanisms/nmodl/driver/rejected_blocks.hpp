#pragma once

#include <string>
#include <vector>

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// For files with VERBATIM that Ranvier cannot compile: a FUNCTION or PROCEDURE with such C code becomes one that fails
/// when it is called, so the rest of the file can be used. Errors in other code remain errors.
///
/// Both functions change the blocks and return a warning for each. If an error lies in other code, they change nothing
/// and return no warning.

/// The blocks with errors in the output of a compiler.
std::vector<std::string> disable_rejected(Program& program, const std::string& compiler_output);

/// The blocks whose C code uses one of the names.
std::vector<std::string> disable_users(Program& program, const std::vector<std::string>& names);

}  // namespace ranvier::nmodl
