#pragma once

#include <optional>

#include "engine/cell/mechanism_type.hpp"
#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

class Session;

/// APCount.record([Vector]): times of the crossings that it counts. Null for other mechanisms than APCount, and for one
/// of a user's by that name that counts in no n, or keeps no time.
std::optional<MethodDefinition> ap_count_record(Session& session, const engine::MechanismType& type);

}  // namespace ranvier::hoc
