#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Finds inconsistent units, after the pass resolve_names: sums, comparisons and assignments of different quantities,
/// and arguments of exp and the like that are not dimensionless. Each finding is a warning with the units of both
/// sides; the program is not changed. Numbers and variables without units are compatible with anything; text between
/// UNITSOFF and UNITSON is not checked. A number in parentheses, `(0.001) * i`, is a conversion factor in NMODL, so
/// units may differ by that power of ten.
void check_units(const Program& program, Diagnostics& diagnostics);

}  // namespace ranvier::nmodl
