#include "engine/run/intervals.hpp"

#include "engine/event/simulation_error.hpp"

namespace ranvier::engine {

using exchange::Task;

Task<void> Intervals::finish() {
    if (!clock_.is_alone()) {
        const std::span<const exchange::Spike> arrived = co_await exchange_spikes();
        meter_.end_exchange();
        relay_.receive(arrived);
    }
    meter_.clock.lap(Phase::collocate);
    meter_.end_interval(model_.t);
    relay_.flush_raster(model_.t);
    meter_.clock.lap(Phase::collocate);
}

Task<std::span<const exchange::Spike>> Intervals::exchange_spikes() {
    // A strategy may wait in separate transports, so it alone knows how long it has waited.
    meter_.clock.lap(Phase::collocate);
    const double waited = clock_.exchange().counters().synchronize_s;
    const std::span<const exchange::Spike> arrived = co_await clock_.finish();
    meter_.clock.lap_meeting(clock_.exchange().counters().synchronize_s - waited);
    co_return arrived;
}

/// The ranks that listen for these spikes would get them too late, or never.
void Intervals::check_nothing_kept_back() const {
    if (clock_.is_alone() || !clock_.has_connections() || !relay_.has_kept_back()) return;
    throw SimulationError(
        "gids of this rank have fired before it knew that other ranks listen for them: call pc.set_maxstep on all ranks, "
        "and then finitialize");
}

Task<void> Intervals::begin_anew(bool plays_raster) {
    check_nothing_kept_back();
    // Cells with variable steps may have fired at the very end of their run.
    const bool was_variable = clock_.counts_variable_steps() && !clock_.is_alone();
    if (was_variable || (clock_.step() > 0 && clock_.has_unfinished())) co_await finish();
    if (clock_.must_announce_again()) {
        const TimedMeeting meeting(meter_.clock, clock_.transport(), Phase::update);
        co_await clock_.agree(plays_raster);
    }
    clock_.begin_interval();
}

}  // namespace ranvier::engine
