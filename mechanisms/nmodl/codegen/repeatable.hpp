#pragma once

#include "mechanisms/nmodl/codegen/plan.hpp"

namespace ranvier::nmodl {

/// Whether no evaluation of the mechanism in variable steps assigns anything that a later one reads. Then it does not
/// matter how often, and for which trial states, the mechanism is evaluated. `if (v > vmax) { vmax = v }`, random
/// numbers, POINTER and VERBATIM make that uncertain. In doubt, false.
bool is_repeatable(const Plan& plan);

}  // namespace ranvier::nmodl
