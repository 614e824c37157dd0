#include "engine/variable/block_crossings.hpp"

namespace ranvier::engine {

void BlockCrossings::find(BlockEvents& events, const StepTime& time) {
    Thresholds& thresholds = events.thresholds();
    thresholds.bring();
    thresholds_.begin_look();
    for (std::size_t k = 0; k < thresholds.size(); ++k) {
        bool above = thresholds.is_above(k);
        if (thresholds_.look(k, thresholds.excess(k), above, time)) events.send(time.now, thresholds.source(k));
        thresholds.set_above(k, above);
    }
    thresholds_.end_look();
    watches_.begin_look();
    for (Watch& watch : events.watches().armed()) {
        const double value = events.receivers().condition(watch.receiver, watch.number, events.block.t);
        if (watches_.look(key_of(watch), value, watch.above, time)) events.send_watch(watch, time.now);
    }
    watches_.end_look();
}

void BlockCrossings::send(BlockEvents& events, double til) {
    thresholds_.take(til, [&](std::size_t k, double at) { events.send(at, events.thresholds().source(k)); });
    watches_.take(til, [&](const WatchKey& key, double at) {
        const auto armed = events.watches().armed();
        const auto watch = std::ranges::find_if(armed, [&](const Watch& each) { return key_of(each) == key; });
        if (watch != armed.end()) events.send_watch(*watch, at);
    });
}

}  // namespace ranvier::engine
