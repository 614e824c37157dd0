#pragma once

#include "hoc_like/language/registry.hpp"

namespace ranvier::hoc {

/// PtrVector: variables side by side, read and set together.
ClassDefinition pointer_vector_class();

}  // namespace ranvier::hoc
