#pragma once

#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

class Session;
void register_impedance(Registry& registry, Session& session);

}  // namespace ranvier::hoc
