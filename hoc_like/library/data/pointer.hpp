#pragma once

#include "hoc_like/language/registry.hpp"

namespace ranvier::hoc {

/// hoc's Pointer: a variable that is passed around as an object.
ClassDefinition pointer_class();

}  // namespace ranvier::hoc
