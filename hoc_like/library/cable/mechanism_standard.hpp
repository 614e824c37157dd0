#pragma once

#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

class Session;

/// hoc's MechanismStandard: values for a mechanism's variables that can be copied from and to sections and objects.
void register_mechanism_standard(Registry& registry, Session& session);

}  // namespace ranvier::hoc
