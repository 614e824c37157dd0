#pragma once

#include <optional>

#include "engine/cell/mechanism_type.hpp"
#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

struct Context;

/// APCount.record([Vector]): records the times of the crossings counted. nullopt for other mechanisms, and for a user's
/// APCount without n or time.
std::optional<MethodDefinition> ap_count_record(const Context& context, const engine::MechanismType& type);

}  // namespace ranvier::hoc
