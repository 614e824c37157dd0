#pragma once

#include <vector>

#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

struct Context;

/// Methods of CVode by which a script that keeps more states takes part in steps.
std::vector<MethodDefinition> state_hook_methods(const Context& context);

}  // namespace ranvier::hoc
