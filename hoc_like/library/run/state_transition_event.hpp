#pragma once

#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

class Session;

/// hoc's StateTransitionEvent: states, and conditions that lead from one to the next.
void register_state_transition_event(Registry& registry, Session& session);

}  // namespace ranvier::hoc
