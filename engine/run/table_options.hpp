#pragma once

#include <cstddef>

#include "engine/event/event_queue.hpp"
#include "engine/solve/grouping.hpp"

namespace ranvier::engine {

/// How a run divides the model into blocks and orders events. The results of fixed steps do not depend on the sizes.
struct TableOptions {
    std::size_t block_size = Grouping{}.compartments_per_block;  ///< compartments that a block is to have (Grouping)
    std::size_t least_work = Grouping{}.least_work;              ///< of a thread (Grouping)
    /// `insertion` is NEURON's order; it is used only on one rank and one thread, and puts all cells into one block.
    TieOrder tie_order = TieOrder::canonical;
    bool operator==(const TableOptions&) const = default;
};

}  // namespace ranvier::engine
