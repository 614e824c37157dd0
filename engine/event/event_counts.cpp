#include "engine/event/event_counts.hpp"

#include "engine/event/delivery.hpp"

namespace ranvier::engine {

EventCounts count_events(const Model& model) {
    EventCounts sum;
    for (const auto& block : model.blocks()) {
        const auto* events = static_cast<const BlockEvents*>(block->event_context);
        if (!events) continue;
        sum.delivered += events->entries;
        sum.netcons += events->counts.netcons;
        sum.spikes += events->counts.spikes;
        sum.self_delivered += events->counts.self_events;
        sum.self_sent += events->counts.self_sends;
        sum.self_moved += events->counts.self_moves;
        sum.inserted += events->entries;
        for (const Event& event : events->queue.events()) {
            const bool are_together = event.type == EventType::sample && event.value > 1;
            sum.inserted += are_together ? static_cast<std::int64_t>(event.value) : 1;
        }
    }
    return sum;
}

}  // namespace ranvier::engine
