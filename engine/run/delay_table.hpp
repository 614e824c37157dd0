#pragma once

#include <span>
#include <vector>

#include "engine/event/network.hpp"
#include "exchange/spike_exchange.hpp"

namespace ranvier::engine {

/// The network data, besides gids, that an exchange using delays needs (exchange::Connections).
struct DelayTable {
    std::vector<exchange::Step> least_delays;  ///< shortest delay from each wanted gid [steps], rounded down
    std::vector<Gid> nearest_targets;          ///< gid of the cell at the end of that connection, -1 if it has none
    std::vector<int> areas;                    ///< of each owned gid, -1 for none
};

/// `owned` and `wanted` ascend; dt [ms].
DelayTable make_delay_table(const Network::State& network, std::span<const Gid> owned, std::span<const Gid> wanted,
                            double dt);

/// Number of whole steps within a delay [ms], rounded as in the run.
exchange::Step whole_steps(double ms, double dt);

}  // namespace ranvier::engine
