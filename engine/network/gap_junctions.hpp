#pragma once

#include <cstdint>
#include <vector>

#include "engine/rule/rule.hpp"

namespace ranvier::engine {

class Network;

/// The halves of a rule's gap junctions in cells of this rank.
///
/// A junction is a point process in each of the two cells, which gets the voltage of the other cell at each step. Each rank
/// draws all junctions of a rule, so that ranks need not tell each other which there are.
struct HalfJunctions {
    /// As a table: onto the cell of each half, from the gid of the other cell. Parameter 0 is the conductance.
    Rule rule;
    std::vector<std::uint64_t> numbers;  ///< by half, in the order of the table: that of its junction, 0, 1, ...
    std::uint64_t junctions = 0;         ///< on all ranks
};

/// `rule` must have a `making` whose parameter 0 is the conductance [uS]. Its kinds all_to_all and pairwise_bernoulli join two
/// cells once, even if each is both a source and a target; no kind joins a cell to itself.
HalfJunctions halves_here(const Rule& rule, const Network& network, const ForEachTask& for_each_task = one_by_one);

}  // namespace ranvier::engine
