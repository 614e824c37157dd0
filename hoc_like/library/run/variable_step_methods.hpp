#pragma once

#include <vector>

#include "hoc_like/language/registry.hpp"

namespace ranvier::hoc {

class Session;

/// Methods of CVode about what is integrated: tolerances of variables, states, counts, records at each step.
std::vector<MethodDefinition> variable_step_methods(Session& session);

}  // namespace ranvier::hoc
