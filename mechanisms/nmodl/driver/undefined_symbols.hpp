#pragma once

#include <string>
#include <vector>

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Names that a shared object needs and neither this process nor the object itself has; empty if the file is no ELF of
/// 64 bits.
std::vector<std::string> missing_symbols(const std::string& shared_object);

/// "file:line:column: error: ..." for each of the names, at its first use in VERBATIM of the programs.
std::string report_missing(const std::vector<std::string>& names, const std::vector<const Program*>& programs);

}  // namespace ranvier::nmodl
