#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Makes the table of symbols: where each variable lives (column, global, ion, engine) and whether scripts see it, by
/// NEURON's rules: a PARAMETER is global unless in RANGE, an ASSIGNED is per instance unless in GLOBAL, a STATE always
/// per instance and visible. Defaults and START values have six significant digits, as in NEURON; constants all theirs.
/// Reports names that nothing declares, wrong numbers of arguments, missing blocks and misused arrays.
void resolve_names(Program& program, Diagnostics& diagnostics);

/// Renames locals, arguments and loop variables so that none has the name of a symbol or of another local in the same
/// block: `rates(v) { LOCAL m  m = v }` becomes `rates(v_) { LOCAL m_  m_ = v_ }` if v and m are symbols.
void rename_locals(Program& program, Diagnostics& diagnostics);

}  // namespace ranvier::nmodl
