#pragma once

#include <cstddef>
#include <vector>

#include "engine/storage/variable_ref.hpp"

namespace ranvier::engine {

class Section;

/// How preparation groups cells. No result depends on it.
struct Grouping {
    int threads = 1;
    std::size_t compartments_per_block = 2048;  ///< target; a cell is never split
    /// The minimum number of compartments and mechanisms per thread. With fewer, synchronization costs more than a second
    /// thread saves, and small blocks waste lanes. 0: no minimum.
    std::size_t least_work = 1300;

    /// Value of compartments_per_block that gives each cell, or each group of bound cells, its own block. Other cells
    /// then do not affect the order of its rows, so sums over the rows (norms of variable steps) have the same bits.
    static constexpr std::size_t each_cell_alone = 1;

    /// Value of compartments_per_block that gives all cells one block.
    static constexpr std::size_t all_in_one = ~std::size_t{0} >> 1;

    bool operator==(const Grouping&) const = default;
};

/// Cells that exist and are initialized but do not run, because a replay fires their spikes from its raster.
struct IdleCells {
    std::vector<const Section*> roots;   ///< root sections of cells; in any order, without repetition
    std::vector<InstanceId> artificial;  ///< artificial cells; in any order, without repetition
    bool operator==(const IdleCells&) const = default;
};

/// Two sides that must advance together, in one block. Each side is a section or, if that is null, an instance.
struct Bond {
    Section* a_section;
    InstanceId a_instance;
    Section* b_section;
    InstanceId b_instance;
    bool operator==(const Bond&) const = default;
};

}  // namespace ranvier::engine
