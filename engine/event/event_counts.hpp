#pragma once

#include <cstdint>

namespace ranvier::engine {

class Model;

/// Numbers of events on this rank since the last initialize (docs: "CVode.spike_stat").
struct EventCounts {
    std::int64_t delivered = 0;  ///< of any kind
    std::int64_t netcons = 0;    ///< deliveries by NetCons
    std::int64_t spikes = 0;     ///< sent by sources
    std::int64_t self_delivered = 0, self_sent = 0, self_moved = 0;
    std::int64_t inserted = 0;  ///< entries of the queues
};

/// The model must be prepared.
EventCounts count_events(const Model& model);

}  // namespace ranvier::engine
