#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "engine/event/spike_relay.hpp"
#include "engine/run/block_threads.hpp"
#include "engine/run/exchange_clock.hpp"
#include "engine/run/measurements.hpp"
#include "engine/run/phase_clock.hpp"
#include "exchange/spike_exchange.hpp"
#include "exchange/steps.hpp"

namespace ranvier::engine {

/// Measures the time of a run by phase and the cost of each exchange interval.
class RunMeter final : public Measurements {
  public:
    /// All arguments must outlive this object. Blocks and relay keep counts, which the meter adds up; the clock knows the
    /// exchange.
    RunMeter(Delivery& delivery, SpikeRelay& relay, const ExchangeClock& exchange_clock, const BlockThreads& threads)
        : delivery_(delivery), relay_(relay), exchange_clock_(exchange_clock), threads_(threads) {}

    /// Counts that the run itself adds to; `phase_times` adds the others and the times.
    PhaseTimes times;
    PhaseClock clock;
    /// The times of blocks are divided by the number of threads.
    PhaseTimes phase_times() const override;
    const exchange::ExchangeCounters& exchange_counters() const override {
        return exchange_clock_.exchange().counters();
    }
    /// To be called when an advance begins, at t [ms].
    void begin_advance(double t) {
        if (!began_) began_ = t;
    }
    exchange::ExchangeCounters traffic() const override { return exchange_counters() - uncounted_; }
    void reset();

    void set_presimulation(double t) override { presimulation_ = t; }
    double presimulation() const override { return presimulation_; }
    bool is_counting() const override { return is_counting_; }
    /// At most `steps`: those from t on that end before counting begins, and the one at whose end it does.
    std::int64_t steps_until_counting(double t, double dt, std::int64_t steps) const;
    /// To be called between steps at t [ms]: begins counting when it is time.
    void proceed(double t) {
        if (!is_counting_ && exchange::is_counted(t, presimulation_)) begin_counting(t);
    }
    /// Adds the model time of an advance [ms], as far as it is counted.
    void add_simulated(double begin, double end) {
        if (is_counting_) times.simulated += end - std::max(begin, counting_began_);
    }

    /// Begins a run.
    void begin();
    /// To be called after each exchange.
    void end_exchange();
    /// To be called at the end of each exchange interval, at t [ms].
    void end_interval(double t);

    void set_interval_log(bool on) override;
    const IntervalLog& interval_log() const override { return log_; }
    void set_most_spikes_histogram(Samples histogram) override { histogram_ = std::move(histogram); }
    bool lacks_most_spikes() const override { return lacks_most_spikes_; }

  private:
    void begin_log();
    void begin_counting(double t);
    void reset_blocks();
    void log_interval(double t);

    Delivery& delivery_;
    SpikeRelay& relay_;
    const ExchangeClock& exchange_clock_;
    const BlockThreads& threads_;
    bool logs_ = false;
    IntervalLog log_;
    PhaseTimes logged_times_;  // sum over the log's intervals
    exchange::ExchangeCounters logged_traffic_;
    double presimulation_ = 0;  // [ms]
    bool is_counting_ = true;
    std::optional<double> began_;           // the run's first advance [ms]
    double counting_began_ = 0;             // [ms]
    exchange::ExchangeCounters uncounted_;  // before counting began
    Samples histogram_;
    bool lacks_most_spikes_ = false;
};

}  // namespace ranvier::engine
