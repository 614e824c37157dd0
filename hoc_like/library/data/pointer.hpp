#pragma once

#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

/// hoc's Pointer: a variable that is passed around as an object.
void register_pointer(Registry& registry);

}  // namespace ranvier::hoc
