#pragma once

#include <cstdint>

#include "engine/connection/source_number.hpp"

namespace ranvier::engine {

/// The place at which a target receives its events, and the table of connections onto it.
struct TargetPlace {
    std::uint32_t block = nothing, receiver = nothing, table = nothing;
};

}  // namespace ranvier::engine
