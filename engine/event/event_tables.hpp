#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "engine/connection/target_place.hpp"
#include "engine/event/block/block_events.hpp"
#include "engine/event/event_queue.hpp"
#include "engine/rule/tasks.hpp"

namespace ranvier::engine {

/// The events of all blocks of a rank, and where sources and targets are among them. Valid until blocks or the network
/// change.
///
/// Each block has a table of connections for each mechanism that receives events (ConnectionTable); in NEURON's order of
/// insertion, where mechanisms take turns, one for all.
struct EventTables {
    std::vector<std::unique_ptr<BlockEvents>> blocks;
    std::vector<TargetPlace> targets;         ///< by target of the network
    std::vector<std::uint32_t> source_block;  ///< by source of the network; nothing: in none
    double min_delay_between_blocks = std::numeric_limits<double>::infinity();  ///< [ms]

    /// The block of a source of this rank; nothing: it is in none.
    std::uint32_t block_of(SourceId source) const { return source_block[index_of(source)]; }
    const TargetPlace& place_of(TargetNumber target) const { return targets[index_of(target)]; }
    /// Whether the source's cell is idle: its spikes come from a raster.
    bool is_idle(SourceId source) const {
        const std::uint32_t b = block_of(source);
        return b < blocks.size() && blocks[b]->block.is_idle;
    }
    /// Number of blocks that advance; idle blocks follow them.
    std::uint32_t running_blocks() const;
    /// Time of the earliest pending event [ms]; infinity if there is none.
    double next_event() const;
};

/// Makes the tables of a model that is prepared, with empty queues, and arranges the connections in tasks. `above`: by
/// source, whether its variable is above the threshold.
EventTables build_event_tables(const SharedParts& shared, TieOrder order, std::span<const std::uint8_t> above,
                               const ForEachTask& for_each_task);

}  // namespace ranvier::engine
