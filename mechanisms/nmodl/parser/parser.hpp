#pragma once

#include <string>

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Parses one .mod file; looks for INCLUDEd files in its folder, in those of `include_path`, in the working folder, and in
/// those of the environment variable MODL_INCLUDES. Errors go to `diagnostics`; the returned tree is complete only without
/// errors. Throws only CompileError (too many errors).
std::unique_ptr<Program> parse(const std::string& path, std::string text, Diagnostics& diagnostics,
                               const std::vector<std::string>& include_path = {});

/// Reads the file and parses it. An unreadable file is an error in `diagnostics`.
std::unique_ptr<Program> parse_file(const std::string& path, Diagnostics& diagnostics,
                                    const std::vector<std::string>& include_path = {});

}  // namespace ranvier::nmodl
