#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/network/network.hpp"
#include "exchange/sorted_gids.hpp"
#include "exchange/spike_exchange.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::engine {

/// What other ranks know about this rank's part of the network: the gids it owns, the gids it listens for, and the
/// delays of its connections. A script may change connections at any time; the exchange learns of changes when the
/// ranks agree (finitialize, pc.set_maxstep), and until then a change that it would miss is an error.
class Announced {
  public:
    /// Both must outlive this object.
    Announced(const Model& model, Network& network) : model_(model), network_(network) {}

    /// Connects the exchange. Collective. `raster_is_played`: some rank plays a raster, so gids that no rank owns may
    /// be wanted. `unit`: length of the exchange's step [ms].
    exchange::Task<void> announce(exchange::SpikeExchange& exchange, exchange::Transport& transport,
                                  bool raster_is_played, double unit);
    void forget() { version_ = 0; }
    bool has_announced() const { return version_ != 0; }
    /// Whether nothing has changed since the last announcement.
    bool is_up_to_date() const;
    /// To be called when the ranks have agreed: they know the network as it is now.
    void accept();
    /// Throws SimulationError if the network has changed in a way that makes the exchange miss or delay spikes. `unit`:
    /// the exchange's step [ms]; `interval`: the exchange interval [ms].
    void check(double unit, double interval);

  private:
    void check_delays(double unit, double interval) const;
    /// A connection from this gid of another rank; empty if there is none.
    std::string describe_one_from(Gid gid) const;
    void check_known(const std::vector<Gid>& now, const exchange::SortedGids& known, const char* what) const;

    const Model& model_;
    Network& network_;
    exchange::SortedGids owned_;
    /// Those that this rank wants, and those of them that some rank owns, which the exchange knows.
    std::shared_ptr<const exchange::SortedGids> wanted_ = std::make_shared<exchange::SortedGids>(),
                                                announced_ = wanted_;
    std::vector<exchange::Step> least_delays_;  // by place in announced_; only for exchanges that use delays
    std::uint64_t version_ = 0;                 // of the network; 0: not announced
    std::uint64_t checked_version_ = 0;
};

}  // namespace ranvier::engine
