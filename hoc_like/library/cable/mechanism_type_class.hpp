#pragma once

#include <vector>

#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

class Session;

/// Methods of StringFunctions: whether an object is a point process or an artificial cell.
std::vector<MethodDefinition> point_process_facts(Session& session);

/// hoc's MechanismType: a choice among the mechanisms that are known.
void register_mechanism_type_class(Registry& registry, Session& session);

}  // namespace ranvier::hoc
