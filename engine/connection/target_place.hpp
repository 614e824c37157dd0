#pragma once

#include <cstdint>

#include "engine/connection/numbers.hpp"
#include "engine/connection/source_id.hpp"

namespace ranvier::engine {

/// The place at which a target receives its events, and the table of connections onto it.
struct TargetPlace {
    std::uint32_t block = nothing;
    Receiver receiver = Receiver::none;
    TableNumber table = TableNumber::none;
};

}  // namespace ranvier::engine
