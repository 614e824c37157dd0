#pragma once

#include <vector>

#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

class Session;

/// is_point_process and is_artificial, methods of StringFunctions.
std::vector<MethodDefinition> point_process_facts(Session& session);

/// hoc's MechanismType: a selection from the known mechanisms.
void register_mechanism_type_class(Registry& registry, Session& session);

}  // namespace ranvier::hoc
