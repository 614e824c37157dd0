#pragma once

#include <string>
#include <vector>

#include "exchange/routing/directory.hpp"
#include "exchange/routing/known_gids.hpp"
#include "exchange/spike_exchange.hpp"
#include "exchange/strategy/spike_codec.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

/// The common part of strategies in which all ranks exchange once per interval: boundaries, the list of fired spikes,
/// the time stamps of steps, counters. The derived strategy sends the spikes.
class IntervalExchange : public SpikeExchange {
  public:
    /// `barrier`: a barrier before each exchange separates waiting from communication.
    IntervalExchange(Transport& transport, bool barrier) : transport_(transport), has_barrier_(barrier) {}

    void start(Step first_step, Step steps_per_interval) override;
    Step next_boundary() const override { return next_boundary_; }
    void fire(Spike spike) override;
    void interval_times(std::span<const double> times) override { times_.assign(times.begin(), times.end()); }
    Task<std::span<const Spike>> finish(Step boundary) final;
    const ExchangeCounters& counters() const override { return counters_; }
    std::string take_notice() override;

  protected:
    /// Sends `outgoing_` to other ranks, and appends their spikes that are wanted here to `received_`.
    virtual Task<void> communicate() = 0;

    /// Collective. Fills outputs_.
    Task<FoundRoutes> learn(Connections network);

    bool is_wanted(Gid gid) const { return gids_.wants(gid); }

    /// Index of a gid in outputs_; it must be there.
    std::size_t output(Gid gid) const { return gids_.use_of_owned(gid, transport_.rank()).output; }

    /// Adds a notice, once for each CompressionFailure, that spikes of an interval could not be compressed. `sources`
    /// is the number of sources that a compressed spike would have to index; `whose` describes them.
    void tell_once(CompressionFailure obstacle, const Spike& culprit, std::size_t sources, const std::string& whose);

    Transport& transport_;
    std::vector<Gid> outputs_;     ///< owned gids that another rank listens for, ascending
    std::vector<double> times_;    ///< that spikes of the interval's steps carry [ms]
    std::vector<Spike> outgoing_;  ///< spikes of outputs_ in this interval
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
    bool is_noted_[4] = {};  // by CompressionFailure
};

}  // namespace ranvier::exchange
