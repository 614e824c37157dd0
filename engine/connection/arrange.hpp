#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/connection/connection_tables.hpp"
#include "engine/connection/loose_connections.hpp"
#include "engine/connection/places.hpp"
#include "engine/connection/rule_connections.hpp"
#include "engine/connection/target_place.hpp"

namespace ranvier::engine {

/// What is to be in which table.
struct TableLayout {
    std::size_t sources = 0;               ///< the number of this rank's
    std::span<const TargetPlace> targets;  ///< by target; without a receiver: its connections stay loose
    std::vector<ConnectionTable> tables;   ///< empty
    std::vector<Gid> gid_of_source;        ///< by source of this rank; -1: none
    /// Whether a source's connections of equal delay form one group. Null: all do.
    std::function<bool(SourceId source)> forms_groups;
    ForEachTask for_each_table = one_by_one;
};

/// Sorts connections into tables, in the order in which spikes are delivered: loose ones that are active and have a source
/// and a target with a receiver, and those of rules, whose sources are freed on the way where the rule is hidden.
///
/// Sets the place of each connection in the tables, unless its rule is hidden. `loose` and `rules` keep all; `source_of`:
/// the number of the source that has a gid.
ConnectionTables arrange(const LooseConnections& loose, std::span<RuleConnections> rules, const TableLayout& layout,
                         const std::function<SourceId(Gid)>& source_of, Places& places);

}  // namespace ranvier::engine
