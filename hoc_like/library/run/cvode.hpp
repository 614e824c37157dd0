#pragma once

#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

class Session;

/// hoc's CVode: the choice of steps, events that run statements, and settings that also apply to fixed steps.
void register_cvode(Registry& registry, Session& session);

}  // namespace ranvier::hoc
