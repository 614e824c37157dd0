#pragma once

#include "hoc_like/language/registry.hpp"

namespace ranvier::hoc {

class Session;

/// finitialize, fadvance, fcurrent, ... and the run's variables t, dt, celsius, secondorder, stoprun.
void register_run_functions(Registry& registry, Session& session);
/// FInitializeHandler.
void register_initialize_handler(Registry& registry, Session& session);
/// StateTransitionEvent.
void register_state_transition_event(Registry& registry, Session& session);
/// Random.play.
MethodDefinition random_play_method(Session& session);
/// CVode, the part that holds for fixed steps.
void register_cvode(Registry& registry, Session& session);

}  // namespace ranvier::hoc
