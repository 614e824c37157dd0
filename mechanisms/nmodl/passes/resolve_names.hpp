#pragma once

#include <set>

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Makes the table of symbols: where each variable lives (column, global, ion, engine) and whether scripts see it, by
/// NEURON's rules: a PARAMETER is global unless in RANGE, an ASSIGNED is per instance unless in GLOBAL, a STATE always
/// per instance and visible. Defaults and START values have six significant digits, as in NEURON; constants all theirs.
/// Reports names that nothing declares, wrong numbers of arguments, missing blocks and misused arrays.
void resolve_names(Program& program, Diagnostics& diagnostics);

/// Renames locals, arguments and loop variables so that none has the name of a symbol or of another local in the same
/// block: `rates(v) { LOCAL m  m = v }` becomes `rates(v_) { LOCAL m_  m_ = v_ }` if v and m are symbols.
/// Where the file is generated as C, each only gets the prefix by which VERBATIM knows it.
void rename_locals(Program& program, Diagnostics& diagnostics);

/// Gives locals of blocks that were renamed for C the names that they have in C++.
void rename_locals_of_c(Program& program, const std::set<const Block*>& blocks);

}  // namespace ranvier::nmodl
