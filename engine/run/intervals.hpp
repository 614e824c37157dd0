#pragma once

#include "engine/event/spike_relay.hpp"
#include "engine/run/exchange_clock.hpp"
#include "engine/run/run_meter.hpp"
#include "exchange/task.hpp"

namespace ranvier::engine {

/// Ends exchange intervals: receives spikes from other ranks, passes this rank's spikes to the raster, and logs the
/// cost.
class Intervals {
  public:
    /// All arguments must outlive this object.
    Intervals(Model& model, ExchangeClock& clock, SpikeRelay& relay, RunMeter& meter)
        : model_(model), clock_(clock), relay_(relay), meter_(meter) {}

    ExchangeClock& clock() { return clock_; }
    const ExchangeClock& clock() const { return clock_; }
    RunMeter& meter() { return meter_; }

    /// Ends the interval at the present step. Collective.
    exchange::Task<void> finish();
    /// To be called before a run with the present dt and kind of steps: ends an interval begun with a different dt or
    /// kind, if any rank may have fired in it. Collective.
    exchange::Task<void> begin_anew(bool plays_raster);

  private:
    void check_nothing_kept_back() const;
    exchange::Task<std::span<const exchange::Spike>> exchange_spikes();

    Model& model_;
    ExchangeClock& clock_;
    SpikeRelay& relay_;
    RunMeter& meter_;
};

}  // namespace ranvier::engine
