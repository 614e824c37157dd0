#pragma once

#include <string>
#include <vector>

#include "mechanisms/nmodl/codegen/plan.hpp"

namespace ranvier::nmodl {

/// Why some loop runs one instance at a time, in NEURON's order and on one thread: a sentence for each cause. Empty if
/// all loops may run in parallel.
std::vector<std::string> reasons_for_sequence(const Plan& plan);

}  // namespace ranvier::nmodl
