#include "engine/run/intervals.hpp"

#include "engine/event/timer.hpp"

namespace ranvier::engine {

using exchange::Task;

Task<void> Intervals::finish() {
    exchange::SpikeExchange& exchange = clock_.exchange();
    if (!clock_.is_alone()) {
        const exchange::ExchangeCounters before = exchange.counters();
        const std::span<const exchange::Spike> arrived = co_await clock_.finish();
        meter_.end_exchange(before, exchange.counters());
        const Timer timer(clock_.transport(), relay_.counts.collocate_s);
        delivery_.receive(arrived);
    }
    meter_.end_interval(model_.t, exchange.counters());
    relay_.flush_raster(model_.t);
}

Task<void> Intervals::begin_anew(bool plays_raster) {
    // Cells with variable steps may have fired at the very end of their run.
    const bool was_variable = clock_.counts_variable_steps() && !clock_.is_alone();
    if (was_variable || (clock_.step() > 0 && clock_.has_unfinished())) co_await finish();
    if (clock_.must_announce_again()) co_await clock_.agree(plays_raster);
    clock_.begin_interval();
}

}  // namespace ranvier::engine
