#pragma once

#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

class Session;

/// nlayer_extracellular and LinearMechanism, which add equations to the cable equations.
void register_coupled_functions(Registry& registry, Session& session);

}  // namespace ranvier::hoc
