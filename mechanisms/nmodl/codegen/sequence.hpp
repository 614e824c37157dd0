#pragma once

#include <string>
#include <vector>

#include "mechanisms/nmodl/codegen/plan.hpp"

namespace ranvier::nmodl {

/// The reasons why a loop runs one instance at a time, in NEURON's order and on one thread; one sentence for each.
/// Empty if all loops may run in parallel.
std::vector<std::string> reasons_for_sequence(const Plan& plan);

}  // namespace ranvier::nmodl
