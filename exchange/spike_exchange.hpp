#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "exchange/footprint.hpp"
#include "exchange/sorted_gids.hpp"
#include "exchange/spike.hpp"
#include "exchange/task.hpp"

namespace ranvier::exchange {

/// Counters of an exchange on this rank since its construction. Times are wall-clock seconds of the transport's clock.
struct ExchangeCounters {
    std::int64_t intervals = 0;               ///< calls of finish
    std::int64_t spikes_fired = 0;            ///< spikes given to fire
    std::int64_t spikes_sent = 0;             ///< fired spikes that another rank listens for
    std::int64_t most_spikes_sent = 0;        ///< most spikes sent in one interval
    std::int64_t most_spikes_of_a_rank = -1;  ///< most spikes that any rank sent in the last interval; -1: unknown
    std::int64_t spikes_received = 0;         ///< spikes of other ranks, wanted here or not
    std::int64_t spikes_delivered = 0;        ///< spikes handed over by finish
    std::int64_t overflow_rounds = 0;         ///< intervals that needed a second collective
    std::int64_t bytes_sent = 0;              ///< bytes that this rank contributed
    std::int64_t bytes_received = 0;          ///< bytes from other ranks, in intervals that have ended
    std::int64_t compressed_intervals = 0;    ///< intervals in which this rank's spikes traveled compressed
    std::int64_t uncompressed_intervals = 0;  ///< intervals in which compression was asked for but not possible here
    std::int64_t messages_sent = 0;           ///< from rank to rank, relayed ones included
    std::int64_t messages_received = 0;       ///< from rank to rank
    std::int64_t spikes_relayed = 0;          ///< passed on for other ranks, each to a list of them
    std::int64_t conservation_rounds = 0;     ///< collectives that checked if all messages had arrived
    std::int64_t lists_recorded = 0;          ///< lists of persistent sends set up
    std::int64_t lists_replayed = 0;          ///< how often such a list was started again
    std::int64_t lists_evicted = 0;           ///< such lists discarded to make room for others
    std::int64_t lists_sent_once = 0;         ///< how often a list was sent with ordinary sends instead
    double communicate_s = 0;                 ///< time in finish, excluding waiting [s]
    double synchronize_s = 0;                 ///< time in finish spent waiting for other ranks [s]

    /// Collectives besides one an interval: for spikes that did not fit, or to see if all messages had arrived.
    std::int64_t rounds() const { return overflow_rounds + conservation_rounds; }
    /// Adds what another exchange has done; `most_...` are maxima.
    ExchangeCounters& operator+=(const ExchangeCounters& more);
    /// Subtracts what the same exchange had done earlier; `most_...` stay as they are.
    ExchangeCounters& operator-=(const ExchangeCounters& earlier);
    friend ExchangeCounters operator-(ExchangeCounters now, const ExchangeCounters& earlier) { return now -= earlier; }
};

/// A rank's part of the network, as far as the exchange needs to know it.
struct Connections {
    std::span<const Gid> owned;   ///< sources that live on this rank, each once
    std::span<const Gid> wanted;  ///< sources that this rank listens for, each once

    /// The minimum delay of this rank's connections from each of `wanted` [steps], rounded down. Empty: unknown, which
    /// is an error for a strategy that needs delays.
    std::span<const Step> least_delays = {};

    /// The area of each of `owned`, -1 for none. Empty: there are no areas.
    std::span<const int> areas = {};

    /// For error messages only: the gid of the target cell of the shortest connection from each of `wanted`, -1 for
    /// none; and the length of a step [ms].
    std::span<const Gid> nearest_targets = {};
    double step_ms = 0;

    /// `wanted` again, for an exchange to keep. Null: it makes its own.
    std::shared_ptr<const SortedGids> wanted_set = {};
};

/// Carries spikes from the ranks that own their sources to the ranks that listen for them.
///
/// Collective: every rank calls `connect`, `start` and `finish` in the same order, and `finish` at each boundary that
/// the strategy sets, with or without spikes. One thread at a time calls into an exchange.
///
/// A run looks like this:
///
///     co_await exchange.connect(network);              // when the network has changed
///     exchange.start(step, steps_per_interval);        // at each initialization
///     while (running) {
///         ... advance to exchange.next_boundary(), calling fire for each spike of an owned source ...
///         exchange.interval_times(times);
///         for (const Spike& spike : co_await exchange.finish(step)) { ... queue its deliveries ... }
///     }
class SpikeExchange {
  public:
    virtual ~SpikeExchange() = default;

    /// Passes the strategy the sources that live on this rank and those that this rank listens for. A source that is
    /// both owned and wanted here is handed over by `finish` like any other, so an engine that delivers its own spikes
    /// at once leaves them out of `wanted`. Collective; called again only when the network changes. Throws
    /// DuplicateOwner or UnownedGid on every rank.
    virtual Task<void> connect(Connections network) = 0;

    /// Whether the strategy hands over each spike just in time for the minimum delay that `connect` got for its gid,
    /// instead of at the end of the interval. If so, call `connect` again after a change of dt or of a delay.
    virtual bool goes_by_delays() const { return false; }

    /// Starts or restarts a run at `first_step`; discards spikes that have not been handed over. `steps_per_interval`
    /// is the number of whole steps in min_delay, at least 1, and the same on every rank. A run with variable steps
    /// (CVODE) counts half intervals as steps and passes 2.
    virtual void start(Step first_step, Step steps_per_interval) = 0;

    /// The step at which the run must next call `finish`, at the latest; at most min_delay after the last one.
    virtual Step next_boundary() const = 0;

    /// Records a spike that an owned source has just fired. Never waits.
    virtual void fire(Spike spike) = 0;

    /// Makes progress on pending operations; called now and then while cells compute.
    virtual void progress() {}

    /// The times that spikes of the steps since the last boundary may carry, ascending [ms]: the accumulated t of each
    /// step plus the threshold offset, for threshold crossings, and, if mechanisms on any rank fire there, the
    /// beginnings and ends of steps. They have the same bits on every rank. Called before each `finish`; copied. A spike
    /// whose time is not in the list is legal but cannot be compressed. Without a call the list is empty.
    virtual void interval_times(std::span<const double> times) = 0;

    /// Ends the window up to `boundary`. Returns every wanted spike whose delivery may fall after it and that has not
    /// been handed over. The span is valid until the next call. `boundary` may lie before `next_boundary()` (the end of
    /// a psolve), if it does so on every rank; the next one is then counted from it.
    virtual Task<std::span<const Spike>> finish(Step boundary) = 0;

    /// Whether spikes fired before the last `finish` may still be in flight, because they are not due yet. A further
    /// `finish` before the next boundary, or at the same step once more, hands them over. The same on every rank.
    virtual bool holds_spikes() const { return false; }

    /// What the exchange would take on a rank that has this share of a network, which it need not know.
    virtual Footprint footprint(const Share& share) const = 0;

    virtual const ExchangeCounters& counters() const = 0;

    /// Returns and clears the pending notice for the user; empty if there is none. Each notice is returned once, on the
    /// rank that it concerns.
    virtual std::string take_notice() = 0;
};

}  // namespace ranvier::exchange
