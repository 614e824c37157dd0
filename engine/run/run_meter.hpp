#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/event/spike_relay.hpp"
#include "engine/run/samples.hpp"
#include "exchange/spike_exchange.hpp"

namespace ranvier::engine {

/// Wall-clock time by phase [s], and counts of work done, since the last initialize. What a checkpoint has brought back is
/// not counted.
///
/// Blocks of few compartments and variable steps are not timed by phase, because reading the clock would take longer
/// than what it measures: then `update` holds the time of both or nothing, and `untimed_work` says how much that is.
struct PhaseTimes {
    double deliver = 0;             ///< taking events from queues and calling NET_RECEIVE
    double update = 0;              ///< matrix, solve, states
    double collocate = 0;           ///< collecting spikes for the exchange
    double communicate = 0;         ///< exchange, without waiting
    double synchronize = 0;         ///< waiting for other ranks or threads
    double total = 0;               ///< of all advances, whatever the kind of steps
    double simulated = 0;           ///< model time that the advances have covered [ms]
    std::int64_t work = 0;          ///< compartments and stepped cells, plus one for each block, times steps
    std::int64_t untimed_work = 0;  ///< the part of `work` that has not been timed by phase
    std::int64_t steps = 0;
    std::int64_t spikes = 0;      ///< fired by sources of this rank, with gids or without
    std::int64_t deliveries = 0;  ///< of spikes to targets, one for each connection
    std::int64_t intervals = 0;
};

/// The cost of each exchange interval on this rank, if requested; each list has one element per interval. Times [s] are
/// as in PhaseTimes, all else as in exchange::ExchangeCounters.
struct IntervalLog {
    std::vector<double> t;  ///< model time at the end of the interval [ms]
    std::vector<double> deliver, update, collocate, communicate, synchronize;
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

    /// Times and counts that the run itself adds to.
    PhaseTimes times;
    std::int64_t variable_advances = 0;  ///< advances by variable steps or from event to event
    /// Sets the number of threads, by which the times of blocks are divided.
    void set_threads(int threads) { threads_ = threads; }
    const PhaseTimes& sum();
    void reset();

    /// Begins a run. `now`: the present counters of the exchange.
    void begin(const exchange::ExchangeCounters& now);
    /// To be called after each exchange, with the counters before and after it.
    void end_exchange(const exchange::ExchangeCounters& before, const exchange::ExchangeCounters& after);
    /// To be called at the end of each exchange interval, at t [ms].
    void end_interval(double t, const exchange::ExchangeCounters& now);

    void set_interval_log(bool on, const exchange::ExchangeCounters& now);
    const IntervalLog& interval_log() const { return log_; }
    /// At each exchange, increments the histogram element whose index is the largest number of spikes sent by any rank,
    /// if there is such an element and the strategy knows this number (docs: "ParallelContext.max_histogram"). Null:
    /// off.
    void set_most_spikes_histogram(Samples histogram) { histogram_ = std::move(histogram); }

  private:
    void log_interval(double t, const exchange::ExchangeCounters& now);

    Delivery& delivery_;
    SpikeRelay& relay_;
    int threads_ = 1;
    bool logs_ = false;
    IntervalLog log_;
    PhaseTimes logged_times_;  // sum over the log's intervals
    exchange::ExchangeCounters logged_counters_;
    Samples histogram_;
};

}  // namespace ranvier::engine
