#include "engine/event/event_counts.hpp"

#include "engine/event/block/block_events.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::engine {

EventCounts count_events(const Model& model) {
    EventCounts sum;
    for (const auto& block : model.blocks()) {
        auto* events = static_cast<BlockEvents*>(block->event_context);
        if (!events) continue;
        const BlockMeter& counts = events->meter();
        sum.delivered += counts.entries;
        sum.netcons += counts.netcons;
        sum.spikes += counts.spikes;
        sum.self_delivered += counts.self_events;
        sum.self_sent += counts.self_sends;
        sum.self_moved += counts.self_moves;
        sum.inserted += counts.entries;
        for (const Event& event : events->queue().events()) {
            const bool are_together = event.type == EventType::sample && event.sampled_together() > 1;
            sum.inserted += are_together ? static_cast<std::int64_t>(event.sampled_together()) : 1;
        }
    }
    return sum;
}

}  // namespace ranvier::engine
