#pragma once

#include <set>

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Builds the symbol table: the storage of each variable (column, global, ion, engine) and its visibility to scripts,
/// according to NEURON's rules: a PARAMETER is global unless in RANGE, an ASSIGNED is per instance unless in GLOBAL, a
/// STATE is always per instance and visible. Defaults and START values have six significant digits, as in NEURON;
/// constants have all digits. Reports undeclared names, wrong numbers of arguments, missing blocks and misused arrays.
void resolve_names(Program& program, Diagnostics& diagnostics);

/// Renames locals, arguments and loop variables so that none has the name of a symbol or of another local in the same
/// block: `rates(v) { LOCAL m  m = v }` becomes `rates(v_) { LOCAL m_  m_ = v_ }` if v and m are symbols.
/// In a file generated as C, only adds the prefix that VERBATIM expects.
void rename_locals(Program& program, Diagnostics& diagnostics);

/// Changes the C names of the locals in `blocks` to their C++ names.
void rename_locals_of_c(Program& program, const std::set<const Block*>& blocks);

}  // namespace ranvier::nmodl
