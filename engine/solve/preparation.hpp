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

/// What preparation makes; holds until the structure changes.
struct PreparedBlocks {
    std::vector<std::unique_ptr<Block>> blocks;
    std::vector<CellBlock*> cell_blocks;  ///< the same
    /// [mechanism][block]: first row of the block in the table of the mechanism, and the end behind the last.
    std::vector<std::vector<std::uint32_t>> first_instance;
};

/// Brings all tables into Hines order and cuts them into blocks, which replace those of before; block k keeps the
/// event_context of the former block k. See Model::prepare.
void prepare_blocks(ModelData& data, const Grouping& grouping, std::span<const Bond> bonds, const IdleCells& idle,
                    PreparedBlocks& prepared);

}  // namespace ranvier::engine
