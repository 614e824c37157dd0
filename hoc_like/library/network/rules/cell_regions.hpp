#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "engine/network/rule_targets.hpp"
#include "engine/rule/rule.hpp"
#include "hoc_like/library/network/rules/place_function.hpp"

namespace ranvier::hoc {

struct Context;

/// The places of the connections of a table, each by a section's number and a position, or by the number of a segment.
/// Sections are numbered as in CellSections::numbered, or in a region; segments are counted through all sections.
struct GivenPlaces {
    std::vector<double> sections, x, segments;  ///< in the order of the table
};

/// Where a rule makes synapses on its target cells.
struct Region {
    enum class By : std::uint8_t { length, area, segment, function };

    std::vector<std::string> members;  ///< of the cells: sections, arrays of sections, SectionLists
    /// The range [um] of paths from the middle of the soma to the middle of a segment.
    double nearest = 0, farthest = std::numeric_limits<double>::infinity();
    std::optional<double> x;                ///< only this position of each section; nothing: the middle of each segment
    By by = By::length;                     ///< what the probability of a segment is in proportion to
    std::optional<PlaceFunction> function;  ///< times the length of the segment
    std::optional<GivenPlaces> given;

    /// What ranks have to agree on.
    std::string text() const;
};

/// The segments of the region in the rule's target cells on this rank, or the places that it gives, with the values of the
/// functions there. Throws std::invalid_argument, which names the gid, if a cell lacks a member, or has something else
/// there, or if a value is not a number.
engine::RuleTargets places_in_cells(const Context& context, const engine::Rule& rule, const Region& region,
                                    const std::vector<PlaceFunction>& functions);

}  // namespace ranvier::hoc
