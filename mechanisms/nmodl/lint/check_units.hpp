#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Looks for units that do not fit, after the pass resolve_names: sums and comparisons of unlike quantities,
/// assignments, arguments of exp and the like that are no plain numbers. Each place is a warning with the units of both
/// sides; nothing is changed. What has no declared units, and numbers, fit anything they are added to; text between
/// UNITSOFF and UNITSON is not looked at. A number with units in parentheses, `(0.001) * i`, counts as a conversion
/// factor: in NMODL a parenthesised number is one, so a product with it may differ by that power of ten.
void check_units(const Program& program, Diagnostics& diagnostics);

}  // namespace ranvier::nmodl
