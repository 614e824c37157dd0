#pragma once

#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

class Session;

/// SaveState: saves and restores the state of a run.
void register_save_state(Registry& registry, Session& session);

}  // namespace ranvier::hoc
