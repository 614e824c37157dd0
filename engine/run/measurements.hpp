#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/record/samples.hpp"
#include "exchange/spike_exchange.hpp"

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

/// What runs have cost on this rank, and what of it is measured.
class Measurements {
  public:
    virtual ~Measurements() = default;

    /// Of the present or latest run.
    virtual PhaseTimes phase_times() const = 0;
    /// The total traffic between ranks.
    virtual const exchange::ExchangeCounters& exchange_counters() const = 0;
    /// The traffic between ranks since the run began, or since it began to be counted.
    virtual exchange::ExchangeCounters traffic() const = 0;

    /// From the next initialize on, times and counts begin at the first step that ends at t [ms] or later, instead of at
    /// the beginning of the run: so measured, a network has left its initial state behind (Albers et al. 2022,
    /// "presimulation").
    virtual void set_presimulation(double t) = 0;
    virtual double presimulation() const = 0;
    /// Whether the run has reached that time.
    virtual bool is_counting() const = 0;

    /// Takes effect at the next initialize, which empties the log.
    virtual void set_interval_log(bool on) = 0;
    virtual const IntervalLog& interval_log() const = 0;

    /// At each exchange, increments the histogram element whose index is the largest number of spikes sent by any rank,
    /// if there is such an element and the strategy knows this number (docs: "ParallelContext.max_histogram"). Null:
    /// off.
    virtual void set_most_spikes_histogram(Samples histogram) = 0;
    /// Whether an exchange was left out of the histogram because the strategy does not know this number.
    virtual bool lacks_most_spikes() const = 0;
};

}  // namespace ranvier::engine
