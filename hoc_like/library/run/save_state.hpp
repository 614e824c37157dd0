#pragma once

#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

class Session;

/// SaveState: a run's state, to return to it.
void register_save_state(Registry& registry, Session& session);

}  // namespace ranvier::hoc
