// Fires sources: when a watched variable has crossed its threshold, or a mechanism has called net_event.
#include "engine/event/delivery.hpp"
#include "exchange/steps.hpp"

namespace ranvier::engine {

void BlockEvents::check_thresholds() {
    check_watched(exchange::threshold_offset);
    check_watches();
}

void BlockEvents::check_watched(double offset_ms) {
    bring_thresholds();
    const std::size_t n = watched.size();
    for (std::size_t k = 0; k < n; ++k) {
        const auto now = static_cast<std::uint8_t>(*watched[k] > threshold[k]);
        if (now == above[k]) continue;
        above[k] = now;
        if (now) send(block.t + offset_ms, threshold_source[k]);
    }
}

void BlockEvents::check_watches() {
    for (std::size_t k = 0; k < watches.size(); ++k) {
        Watch& w = watches[k];
        const bool now = watched_value(w) > 0;
        if (now && !w.above) send_watch(w, block.t);
        w.above = now;
    }
}

double BlockEvents::watched_value(const Watch& w) const {
    const Receiver& to = receivers[w.receiver];
    const Slot& slot = slot_of(to);
    slot.in->t = block.t;
    return slot.description->watch(slot.in, index_of(to), w.number);
}

void BlockEvents::send_watch(const Watch& w, double t) {
    const Receiver& to = receivers[w.receiver];
    Event e{};
    e.t = t;
    e.key = event_key(EventClass::self, static_cast<std::uint64_t>(slot_of(to).mechanism) << 32 |
                                            static_cast<std::uint32_t>(index_of(to)));
    e.value = w.flag;
    e.sequence = sequence_++;
    e.index = w.receiver;
    e.extra = w.arming;
    e.type = EventType::watch;
    queue.push(e);
}

void BlockEvents::send(double t, std::uint32_t source) {
    fired.add(t, source);
    ++counts.spikes;
    queue.note_change();
    delivery_.queue_in(number_, {t, source});
    if (!delivery_.network_.sources[source].recorded) return;
    const auto found = delivery_.network_.recordings.find(source);
    if (found != delivery_.network_.recordings.end() && found->second.callback) {
        if (watcher) watcher->about_to_look(t);  // a cell with its own steps may be ahead
        const double t_saved = delivery_.model_.t;
        delivery_.model_.t = t;
        found->second.callback(t);
        delivery_.model_.t = t_saved;
    }
}

}  // namespace ranvier::engine
