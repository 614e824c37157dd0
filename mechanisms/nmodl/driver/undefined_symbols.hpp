#pragma once

#include <string>
#include <vector>

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Names that a shared object uses and that neither the object nor this process defines; empty if the file is not a
/// 64-bit ELF file.
std::vector<std::string> missing_symbols(const std::string& shared_object);

/// "file:line:column: error: ..." for each name, at its first use in the VERBATIM blocks of the programs.
std::string report_missing(const std::vector<std::string>& names, const std::vector<const Program*>& programs);

}  // namespace ranvier::nmodl
