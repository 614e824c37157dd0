#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/event/spike_relay.hpp"
#include "engine/run/phase_clock.hpp"
#include "engine/run/samples.hpp"
#include "exchange/spike_exchange.hpp"
#include "exchange/steps.hpp"

namespace ranvier::engine {

/// Wall-clock time by phase [s], and counts of work done, since the last initialize. What a checkpoint has brought back is
/// not counted.
///
/// The phases (Phase says what each one is) are means over the threads, and each is measured. They add up to `wall`. A
/// local variable step takes too little time for two readings of the clock: there, `update` holds delivering, too.
struct PhaseTimes {
    double deliver = 0;
    double update = 0;
    double collocate = 0;
    double communicate = 0;
    double synchronize = 0;
    double wait = 0;
    double script = 0;
    double wall = 0;       ///< from the begin of the first advance to the end of the last one
    double simulated = 0;  ///< model time that the advances have covered [ms]
    double begin = 0;      ///< model time at which the run took its first step, counted or not [ms]
    std::int64_t steps = 0;
    std::int64_t spikes = 0;      ///< fired by sources of this rank, with gids or without
    std::int64_t deliveries = 0;  ///< of spikes to targets, one for each connection
    std::int64_t intervals = 0;
};

/// The cost of each exchange interval on this rank, if requested; each list has one element per interval. Times [s] are
/// as in PhaseTimes, all else as in exchange::ExchangeCounters.
struct IntervalLog {
    std::vector<double> t;  ///< model time at the end of the interval [ms]
    std::vector<double> deliver, update, collocate, communicate, synchronize, wait;
    std::vector<double> spikes_sent, spikes_received, bytes_sent, bytes_received, messages, rounds;

    /// The list with the given name; null if there is none.
    const std::vector<double>* find(std::string_view name) const;
    static std::span<const std::string_view> names();
};

/// Measures the time of a run by phase and the cost of each exchange interval.
class RunMeter {
  public:
    /// Both arguments must outlive this object. Blocks and relay keep counts, which the meter adds up.
    RunMeter(Delivery& delivery, SpikeRelay& relay) : delivery_(delivery), relay_(relay) {}

    /// Counts that the run itself adds to; `sum` adds the others and the times.
    PhaseTimes times;
    PhaseClock clock;
    /// Sets the number of threads, by which the times of blocks are divided.
    void set_threads(int threads) { threads_ = threads; }
    const PhaseTimes& sum();
    /// To be called when an advance begins, at t [ms].
    void begin_advance(double t) {
        if (!began_) began_ = t;
    }
    /// What the exchange has carried since counting began, of all that it has carried.
    exchange::ExchangeCounters traffic(const exchange::ExchangeCounters& now) const { return now - uncounted_; }
    void reset();

    /// Times and counts begin at the first step that ends at t [ms] or later, instead of at the beginning of the run: so
    /// measured, a network has left its initial state behind (Albers et al. 2022, "presimulation").
    void set_presimulation(double t) { presimulation_ = t; }
    double presimulation() const { return presimulation_; }
    bool is_counting() const { return is_counting_; }
    /// At most `steps`: those from t on that end before counting begins, and the one at whose end it does.
    std::int64_t steps_until_counting(double t, double dt, std::int64_t steps) const;
    /// To be called between steps at t [ms]: begins counting when it is time.
    void proceed(double t, const exchange::ExchangeCounters& now) {
        if (!is_counting_ && exchange::is_counted(t, presimulation_)) begin_counting(t, now);
    }
    /// Adds the model time of an advance [ms], as far as it is counted.
    void add_simulated(double begin, double end) {
        if (is_counting_) times.simulated += end - std::max(begin, counting_began_);
    }

    /// Begins a run. `now`: the present counters of the exchange.
    void begin(const exchange::ExchangeCounters& now);
    /// To be called after each exchange, with its counters.
    void end_exchange(const exchange::ExchangeCounters& after);
    /// To be called at the end of each exchange interval, at t [ms].
    void end_interval(double t, const exchange::ExchangeCounters& now);

    void set_interval_log(bool on, const exchange::ExchangeCounters& now);
    const IntervalLog& interval_log() const { return log_; }
    /// At each exchange, increments the histogram element whose index is the largest number of spikes sent by any rank,
    /// if there is such an element and the strategy knows this number (docs: "ParallelContext.max_histogram"). Null:
    /// off.
    void set_most_spikes_histogram(Samples histogram) { histogram_ = std::move(histogram); }
    /// Whether an exchange was left out of the histogram because the strategy does not know this number.
    bool lacks_most_spikes() const { return lacks_most_spikes_; }

  private:
    void begin_log(const exchange::ExchangeCounters& now);
    void begin_counting(double t, const exchange::ExchangeCounters& now);
    void reset_blocks();
    void log_interval(double t, const exchange::ExchangeCounters& now);

    Delivery& delivery_;
    SpikeRelay& relay_;
    int threads_ = 1;
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
