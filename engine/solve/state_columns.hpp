#pragma once

#include <cstdint>
#include <vector>

#include "engine/solve/model.hpp"

namespace ranvier::engine {

class MechanismType;

/// The columns of a mechanism or ion that are part of a saved state.
std::vector<std::uint16_t> state_columns(const Model& model, const MechanismType& type);

}  // namespace ranvier::engine
