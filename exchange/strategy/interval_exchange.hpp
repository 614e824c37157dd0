#pragma once

#include <string>
#include <vector>

#include "exchange/routing/directory.hpp"
#include "exchange/routing/known_gids.hpp"
#include "exchange/spike_exchange.hpp"
#include "exchange/strategy/spike_codec.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

/// What strategies share that exchange once an interval, all ranks together: boundaries, the list of what has fired,
/// the time stamps of steps, counters. A strategy says how the spikes travel.
class IntervalExchange : public SpikeExchange {
  public:
    /// `barrier`: ranks meet before each exchange, so that waiting is told apart from communication.
    IntervalExchange(Transport& transport, bool barrier) : transport_(transport), has_barrier_(barrier) {}

    void start(Step first_step, Step steps_per_interval) override;
    Step next_boundary() const override { return next_boundary_; }
    void fire(Spike spike) override;
    void interval_times(std::span<const double> times) override { times_.assign(times.begin(), times.end()); }
    Task<std::span<const Spike>> finish(Step boundary) final;
    const ExchangeCounters& counters() const override { return counters_; }
    std::string take_notice() override;

  protected:
    /// Carries `outgoing_` to other ranks, and appends to `received_` what is wanted of theirs.
    virtual Task<void> communicate() = 0;

    /// Collective. Fills outputs_.
    Task<Routes> learn(Connections network);

    bool is_wanted(Gid gid) const { return gids_.wants(gid); }

    /// Index in outputs_ of one that is there.
    std::size_t output(Gid gid) const { return gids_.use_of_owned(gid, transport_.rank()).output; }

    /// Notes that some spikes of this interval could not be compressed; `sources` are those between whom a byte would
    /// have to tell, `whose` says of whom.
    void tell_once(Obstacle obstacle, const Spike& culprit, std::size_t sources, const std::string& whose);

    Transport& transport_;
    std::vector<Gid> outputs_;     ///< those owned that another rank listens for, ascending
    std::vector<double> times_;    ///< of the interval's steps
    std::vector<Spike> outgoing_;  ///< of outputs_, in this interval
    std::vector<Spike> received_;
    ExchangeCounters counters_;

  private:
    void sort_out();

    const bool has_barrier_;
    KnownGids gids_;
    Step steps_per_interval_ = 1;
    Step next_boundary_ = 0;
    std::vector<Spike> fired_;
    std::string notice_;
    bool is_told_[4] = {};  // by Obstacle
};

}  // namespace ranvier::exchange
