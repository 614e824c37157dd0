#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/simulation/simulation.hpp"

namespace ranvier::engine {

/// A cell of a block, by the least of its gids.
struct CellWork {
    Gid gid;
    std::size_t
        work;  ///< of a step, about: compartments, mechanisms in them, and point processes; 1 for an artificial cell
};

/// What a block has cost in fixed steps since counting began, and the cells that it holds.
struct BlockCost {
    double update_s = 0, deliver_s = 0;  ///< as in PhaseTimes, but not divided by the number of threads
    double groups_s = 0;                 ///< of deliver_s, what was spent on groups of targets: see GroupTimes
    std::int64_t deliveries = 0;         ///< of spikes, to targets
    std::vector<CellWork> cells;         ///< with gids; ascending
};

/// The costs of the blocks that run. Empty if the network has changed since the last advance.
std::vector<BlockCost> block_costs(Simulation& simulation);

}  // namespace ranvier::engine
