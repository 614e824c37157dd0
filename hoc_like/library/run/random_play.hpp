#pragma once

#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

struct Context;

/// Random.play: draws at each step.
MethodDefinition random_play_method(const Context& context);

}  // namespace ranvier::hoc
