#pragma once

#include <cstddef>
#include <vector>

#include "engine/storage/variable_ref.hpp"

namespace ranvier::engine {

class Section;

/// How preparation groups cells. No result depends on it.
struct Grouping {
    int threads = 1;
    std::size_t compartments_per_block = 2048;  ///< aimed at; a cell is never split

    /// So many: each cell, or those bound together, has a block to itself. Its rows then lie in an order that other
    /// cells do not affect, so that sums over them (norms of variable steps) have the same bits.
    static constexpr std::size_t each_cell_alone = 1;

    bool operator==(const Grouping&) const = default;
};

/// Cells that are there, and initialized, but do not run: those that a replay lets fire from its raster.
struct IdleCells {
    std::vector<const Section*> roots;   ///< of trees of sections; in any order, without repetition
    std::vector<InstanceId> artificial;  ///< the same of artificial cells
    bool operator==(const IdleCells&) const = default;
};

/// Two sides that must advance together, in one block: each a section or, if that is null, an instance.
struct Bond {
    Section* a_section;
    InstanceId a_instance;
    Section* b_section;
    InstanceId b_instance;
    bool operator==(const Bond&) const = default;
};

}  // namespace ranvier::engine
