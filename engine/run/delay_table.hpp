#pragma once

#include <span>
#include <vector>

#include "engine/event/network.hpp"
#include "exchange/spike_exchange.hpp"

namespace ranvier::engine {

/// The data of a network, besides its gids, for an exchange that uses delays (exchange::Connections).
struct DelayTable {
    std::vector<exchange::Step> least_delays;  ///< of connections from each wanted gid [steps], rounded down
    std::vector<Gid> nearest_targets;          ///< gid of the cell at the end of the shortest, -1 if it has none
    std::vector<int> areas;                    ///< of each owned gid, -1 for none
};

/// `owned` and `wanted` ascend; dt [ms].
DelayTable make_delay_table(const Network::State& network, std::span<const Gid> owned, std::span<const Gid> wanted,
                            double dt);

/// Whole steps within a delay [ms], as the run counts them.
exchange::Step whole_steps(double ms, double dt);

}  // namespace ranvier::engine
