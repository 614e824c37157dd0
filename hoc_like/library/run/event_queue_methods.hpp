#pragma once

#include <vector>

#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

class Session;

/// CVode's methods that show the pending events of this rank.
std::vector<MethodDefinition> event_queue_methods(Session& session);

}  // namespace ranvier::hoc
