#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/event/spike_relay.hpp"
#include "engine/run/samples.hpp"
#include "exchange/spike_exchange.hpp"

namespace ranvier::engine {

/// Wall-clock seconds spent since the last initialize, by phase, and what was done.
struct PhaseTimes {
    double deliver = 0;      ///< taking events from queues and calling NET_RECEIVE
    double update = 0;       ///< matrix, solve, states
    double collocate = 0;    ///< collecting spikes for the exchange
    double communicate = 0;  ///< exchange, less waiting
    double synchronize = 0;  ///< waiting for other ranks or threads
    double total = 0;
    std::int64_t steps = 0;
    std::int64_t spikes = 0;      ///< of owned sources
    std::int64_t deliveries = 0;  ///< events taken from queues
    std::int64_t intervals = 0;
};

/// The cost of each exchange interval on this rank, if requested: one element per interval in each list. Seconds, as in
/// PhaseTimes; the others as in exchange::ExchangeCounters.
struct IntervalLog {
    std::vector<double> t;  ///< model time at its end [ms]
    std::vector<double> deliver, update, collocate, communicate, synchronize;
    std::vector<double> spikes_sent, spikes_received, bytes_sent, bytes_received, messages, rounds;

    /// A list by its name above; null if there is none.
    const std::vector<double>* find(std::string_view name) const;
    static std::span<const std::string_view> names();
};

/// Measures a run: where its time goes, and what each exchange interval costs.
class RunMeter {
  public:
    /// Both outlive it. Blocks and relay keep counts, which the meter adds up.
    RunMeter(Delivery& delivery, SpikeRelay& relay) : delivery_(delivery), relay_(relay) {}

    /// What the run itself adds to.
    PhaseTimes times;
    /// The number of threads that share the times of blocks.
    void set_threads(int threads) { threads_ = threads; }
    const PhaseTimes& sum();
    void reset();

    /// A run begins. `now`: what the exchange has counted.
    void begin(const exchange::ExchangeCounters& now);
    /// An exchange interval has ended at t [ms]; the counters before and after the exchange.
    void end_exchange(const exchange::ExchangeCounters& before, const exchange::ExchangeCounters& after);
    void end_interval(double t, const exchange::ExchangeCounters& now);

    void set_interval_log(bool on, const exchange::ExchangeCounters& now);
    const IntervalLog& interval_log() const { return log_; }
    /// At each exchange, increments the element whose index is the most spikes that a rank sent, if there is such an
    /// element and the strategy knows it (docs: "ParallelContext.max_histogram"). Null: off.
    void set_most_spikes_histogram(Samples histogram) { histogram_ = std::move(histogram); }

  private:
    void log_interval(double t, const exchange::ExchangeCounters& now);

    Delivery& delivery_;
    SpikeRelay& relay_;
    int threads_ = 1;
    bool logs_ = false;
    IntervalLog log_;
    PhaseTimes logged_times_;  // what the log's intervals add up to
    exchange::ExchangeCounters logged_counters_;
    Samples histogram_;
};

}  // namespace ranvier::engine
