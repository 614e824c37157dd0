#pragma once

#include <string>
#include <vector>

#include "mechanisms/nmodl/codegen/plan.hpp"

namespace ranvier::nmodl {

/// Why some loop over the instances runs one after the other, in NEURON's order and on one thread: a sentence for each
/// cause. Empty if all loops may run side by side.
std::vector<std::string> reasons_for_sequence(const Plan& plan);

}  // namespace ranvier::nmodl
