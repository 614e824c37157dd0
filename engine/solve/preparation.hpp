#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/solve/block.hpp"
#include "engine/solve/grouping.hpp"

namespace ranvier::engine {

class CellBlock;
struct ModelData;

/// The results of preparation; valid until the structure changes.
struct PreparedBlocks {
    std::vector<std::unique_ptr<Block>> blocks;
    std::vector<CellBlock*> cell_blocks;  ///< the same blocks
    /// [mechanism][block]: first row of the block in the mechanism's table; after the last block, the end.
    std::vector<std::vector<std::uint32_t>> first_instance;
};

/// Puts all tables in Hines order and divides them into blocks, which replace the former ones; block k keeps the
/// event_context of the former block k. See Model::prepare.
void prepare_blocks(ModelData& data, const Grouping& grouping, std::span<const Bond> bonds, const IdleCells& idle,
                    PreparedBlocks& prepared);

}  // namespace ranvier::engine
