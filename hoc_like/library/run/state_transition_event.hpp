#pragma once

#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

class Session;

/// hoc's StateTransitionEvent: a state machine whose transitions depend on variables.
void register_state_transition_event(Registry& registry, Session& session);

}  // namespace ranvier::hoc
