#pragma once

#include "mechanisms/nmodl/ast/expression.hpp"

namespace ranvier::nmodl {

/// Simplifies with changes of bits but not of meaning, for `--math vector`: constants are folded, `1*x`, `x/1`, `0+x`
/// and `-(-x)` vanish, and signs move outwards: `(-1)/tau` becomes `-(1/tau)`, `a + -b` becomes `a - b`.
ExpressionPtr simplify(ExpressionPtr expression);

}  // namespace ranvier::nmodl
