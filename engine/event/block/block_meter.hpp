#pragma once

#include <cstdint>

#include "engine/event/group_times.hpp"
#include "engine/event/ticks.hpp"

namespace ranvier::engine {

/// What a block has counted and timed.
struct BlockMeter {
    std::int64_t deliveries = 0;                ///< of spikes, to targets
    std::int64_t entries = 0;                   ///< of the queue that have been handled
    std::int64_t netcons = 0, self_events = 0;  ///< events delivered
    std::int64_t spikes = 0, self_sends = 0, self_moves = 0;
    Ticks deliver_time = 0, update_time = 0;  ///< in fixed steps, see PhaseTimes
    GroupTimes group_times;                   ///< part of deliver_time

    /// Sets the times to 0, and the count of deliveries that goes with them.
    void restart() {
        deliveries = 0;
        deliver_time = update_time = 0;
        group_times.reset();
    }
};

}  // namespace ranvier::engine
