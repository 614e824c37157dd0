#pragma once

#include <optional>

#include "engine/cell/mechanism_type.hpp"
#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

class Session;

/// APCount.record([Vector]): times of the crossings that it counts. Null for mechanisms other than APCount, and for a
/// user's mechanism of that name without n or time.
std::optional<MethodDefinition> ap_count_record(Session& session, const engine::MechanismType& type);

}  // namespace ranvier::hoc
