#pragma once

#include <cstdint>
#include <span>

#include "engine/connection/source_id.hpp"

namespace ranvier::engine {

/// A connection as a whole, wherever its parts are stored.
struct Connection {
    SourceId source = SourceId::none;
    TargetNumber target = TargetNumber::none;
    double delay = 0;                 ///< [ms]
    std::span<const double> weights;  ///< in place: valid until a connection is made, changed or arranged
    bool is_active = true;
};

}  // namespace ranvier::engine
