#pragma once

#include <vector>

#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

struct Context;

/// CVode's methods that show the pending events of this rank.
std::vector<MethodDefinition> event_queue_methods(const Context& context);

}  // namespace ranvier::hoc
