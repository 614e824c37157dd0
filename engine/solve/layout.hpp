#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "engine/solve/cell_block.hpp"
#include "engine/solve/grouping.hpp"

namespace ranvier::engine {

class Section;

/// A cell's compartments level by level: ordered by distance from the root in compartments and, within a level, in
/// NEURON's order of nodes (sections breadth first). So the children of a compartment keep NEURON's order, which sums
/// need, while independent branches are solved in turn.
struct CellOrder {
    static constexpr std::int32_t zero_area = 0x7ffffffe;
    static constexpr std::int32_t zero_area_end = 0x7fffffff;  ///< without children
    std::vector<std::uint32_t> compartments;                   ///< ids
    std::vector<std::int32_t> parent;                          ///< by node; -1 for the root
    std::vector<std::int32_t> depth;                           ///< by node; ascending
    std::vector<std::int32_t> kind;  ///< by node: number of the section's set of mechanisms, or a zero_area value
    std::size_t work = 0;            ///< of a step, about: one for each compartment and each mechanism in it
};
/// Numbers sets of mechanisms by their first appearance.
using SectionKinds = std::map<std::vector<MechanismId>, std::int32_t>;
CellOrder order_cell(const Section& root, SectionKinds& kinds);

/// The cells of a block and the row of each compartment. Compartments with the same mechanisms are contiguous, and
/// zero-area ones come after all others, so a mechanism's instances mostly follow compartments row by row. Within a
/// group, rows are ordered level by level over all cells; rows that can be solved at once are therefore contiguous,
/// whatever the shapes of the cells.
struct BlockLayout {
    Forest forest;
    std::vector<std::uint32_t> compartments;  ///< ids by row of the block
    std::vector<std::uint32_t> cells;         ///< numbers of the block's cells
};

/// Packs cells into blocks of equal work. Their number is a multiple of the number of threads, or of those for which there
/// is enough work; it is smaller only if there are fewer clusters.
/// `cluster` is the number of each cell's cluster of bound cells, which is never split; cells with `left_out` go to no
/// block. Cells of equal shape (and kinds of sections) are contiguous, in order of first appearance.
inline constexpr std::uint32_t left_out = 0xffffffff;
std::vector<BlockLayout> pack_cells(std::span<const CellOrder> cells, std::span<const std::uint32_t> cluster,
                                    const Grouping& grouping);

/// Disjoint sets of numbers.
class UnionFind {
  public:
    explicit UnionFind(std::size_t n);
    std::uint32_t find(std::uint32_t i);
    void join(std::uint32_t i, std::uint32_t j);  ///< the smaller representative stays

  private:
    std::vector<std::uint32_t> up_;
};

}  // namespace ranvier::engine
