#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "engine/event/network.hpp"
#include "exchange/spike_exchange.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::engine {

/// What the other ranks know of the part of the network on this rank: its gids, those that it listens for, and the
/// delays of its connections. A script may change connections at any time; the exchange learns of it when the ranks
/// agree (finitialize, pc.set_maxstep), and until then what it would miss is an error.
class Announced {
  public:
    explicit Announced(Network& network) : network_(network) {}

    /// Connects the exchange. Collective. `raster_is_played`, on any rank: gids that no rank owns may be wanted.
    /// `unit`: length of the exchange's step [ms].
    exchange::Task<void> announce(exchange::SpikeExchange& exchange, exchange::Transport& transport,
                                  bool raster_is_played, double unit);
    void forget() { version_ = 0; }
    /// Whether nothing has changed since the last announcement.
    bool is_up_to_date() const;
    /// The ranks have agreed: they know the network as it is now.
    void accept();
    /// Throws SimulationError if the network has changed so that the exchange would miss or delay spikes. `unit`,
    /// `interval`: the exchange's step and its interval [ms].
    void check(double unit, double interval);

  private:
    void check_delays(double unit, double interval) const;
    void check_known(const std::vector<Gid>& now, const std::vector<Gid>& known, const char* what) const;

    Network& network_;
    std::vector<Gid> owned_, wanted_;                           // ascending
    std::unordered_map<Gid, exchange::Step> announced_delays_;  // of wanted gids, to exchanges that use delays
    std::uint64_t version_ = 0;                                 // of the network; 0: not announced
    std::uint64_t checked_version_ = 0;
};

}  // namespace ranvier::engine
