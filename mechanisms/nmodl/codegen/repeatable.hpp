#pragma once

#include "mechanisms/nmodl/codegen/plan.hpp"

namespace ranvier::nmodl {

/// Whether an evaluation of the mechanism in variable steps leaves nothing that a later one reads: no matter then how
/// often it is evaluated, and for which states, on the way to those that count. `if (v > vmax) { vmax = v }`, random
/// numbers, POINTER and VERBATIM make that uncertain. In doubt: false.
bool is_repeatable(const Plan& plan);

}  // namespace ranvier::nmodl
