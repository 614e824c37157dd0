#pragma once

#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

class Session;

/// PtrVector: pointers to variables, which are read and set together.
void register_pointer_vector(Registry& registry, Session&);

}  // namespace ranvier::hoc
