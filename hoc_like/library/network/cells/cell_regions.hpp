#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "engine/network/rule_targets.hpp"
#include "engine/rule/gid_set.hpp"

namespace ranvier::hoc {

struct Context;

/// Where a rule makes synapses on its target cells.
struct Region {
    enum class By : std::uint8_t { length, area, segment };

    std::vector<std::string> members;  ///< of the cells: sections, arrays of sections, SectionLists
    /// The range [um] of paths from the middle of the soma to the middle of a segment.
    double nearest = 0, farthest = std::numeric_limits<double>::infinity();
    By by = By::length;  ///< what the probability of a segment is in proportion to

    /// What ranks have to agree on.
    std::string text() const;
};

/// The segments of the region in the cells of these gids on this rank. The soma is the first section of the member `soma`;
/// of a cell without it, the root of the tree in which the gid's source is. Throws std::invalid_argument, which names the
/// gid, if a cell lacks a member, or has something else there.
engine::RuleTargets places_in_cells(const Context& context, const engine::GidSet& gids, const Region& region);

}  // namespace ranvier::hoc
