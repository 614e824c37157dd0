#pragma once

#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

class Session;

/// Random.play: draws at each step.
MethodDefinition random_play_method(Session& session);

}  // namespace ranvier::hoc
