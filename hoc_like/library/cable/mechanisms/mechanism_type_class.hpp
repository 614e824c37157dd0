#pragma once

#include <vector>

#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

struct Context;
struct MechanismParts;

/// is_point_process and is_artificial, methods of StringFunctions.
std::vector<MethodDefinition> point_process_facts(const Context& context);

/// hoc's MechanismType: a selection from the known mechanisms.
void register_mechanism_type_class(Registry& registry, const MechanismParts& parts);

}  // namespace ranvier::hoc
