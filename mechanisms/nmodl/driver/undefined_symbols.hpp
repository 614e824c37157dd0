#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Names that a shared object uses and that neither the object nor this process defines; empty if the file is not a
/// 64-bit ELF file.
std::vector<std::string> missing_symbols(const std::string& shared_object);

/// Where a VERBATIM statement, or the VERBATIM of a block, first uses a name.
std::optional<Location> place_in(const Statement& verbatim, const std::string& name);
std::optional<Location> place_in(const Block& block, const std::string& name);

/// What is wrong with the use of a missing name.
Message missing_name(const std::string& name, const Location& where);

/// "file:line:column: error: ..." for each name, at its first use in the VERBATIM blocks of the programs.
std::string report_missing(const std::vector<std::string>& names, const std::vector<const Program*>& programs);

}  // namespace ranvier::nmodl
