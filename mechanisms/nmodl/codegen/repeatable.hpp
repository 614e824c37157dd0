#pragma once

#include "mechanisms/nmodl/codegen/plan.hpp"

namespace ranvier::nmodl {

/// Whether, in variable steps, no evaluation of the mechanism assigns anything that a later evaluation reads. If so,
/// the number of evaluations and their trial states do not matter. Returns false if that is uncertain, as with `if (v >
/// vmax) { vmax = v }`, random numbers, POINTER and VERBATIM.
bool is_repeatable(const Plan& plan);

}  // namespace ranvier::nmodl
