#pragma once

#include <span>
#include <vector>

#include "engine/network/network.hpp"
#include "exchange/spike_exchange.hpp"
#include "exchange/steps.hpp"

namespace ranvier::engine {

using exchange::whole_steps;

/// The network data, besides gids, that an exchange using delays needs (exchange::Connections).
struct DelayTable {
    std::vector<exchange::Step> least_delays;  ///< shortest delay from each wanted gid [steps], rounded down
    std::vector<Gid> nearest_targets;          ///< gid of the cell at the end of that connection, -1 if it has none
    std::vector<int> areas;                    ///< of each owned gid, -1 for none
};

/// `owned` and `wanted` ascend; dt [ms].
DelayTable make_delay_table(const Model& model, const Network& network, std::span<const Gid> owned,
                            std::span<const Gid> wanted, double dt);

}  // namespace ranvier::engine
