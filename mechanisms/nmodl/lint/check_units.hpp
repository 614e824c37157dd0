#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Finds inconsistent units, after the pass resolve_names: sums and comparisons of different quantities, assignments,
/// and arguments of exp and the like that are not plain numbers. Each is a warning with the units of both sides; the
/// program is not changed. Numbers and variables without units are compatible with anything; text between UNITSOFF and
/// UNITSON is not checked. A number with units in parentheses, `(0.001) * i`, counts as a conversion factor: in NMODL a
/// parenthesized number is one, so a product with it may differ by that power of ten.
void check_units(const Program& program, Diagnostics& diagnostics);

}  // namespace ranvier::nmodl
