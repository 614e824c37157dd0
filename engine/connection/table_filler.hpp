#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "engine/connection/connection_table.hpp"
#include "engine/connection/key_bins.hpp"
#include "engine/connection/places.hpp"
#include "engine/connection/table_input.hpp"

namespace ranvier::engine {

/// What a table needs to know of sources.
struct KeysOfSources {
    std::function<SourceId(std::uint32_t key)> source_of;
    /// Whether a source's connections of equal delay form one group. Null: all do.
    std::function<bool(SourceId source)> forms_groups;
};

/// A source and the first of its groups in a table.
struct SourceFan {
    SourceId source;
    Group group;
};

/// Fills a table, in the order of delivery, in time linear in the number of connections: counts the sources' keys in bins
/// (KeyBins), then part by part draws connections into the bins (PartCollector) and sorts these (BinSorter).
///
/// Sets the place of each connection to table.begin + k, unless its rule is hidden. Returns the fans, in ascending order of
/// keys. Needs 8 bytes for each connection of a part, and 4 more where places are kept: about 1 byte per connection of
/// the table.
std::vector<SourceFan> fill_table(ConnectionTable& table, const TableInput& input, const KeysOfSources& keys,
                                  Places& places);

/// Calls act(number) for each connection in the order in which they would be in a table of this order.
void for_each_in_order(TableOrder order, const TableInput& input, const std::function<void(std::uint32_t number)>& act);

/// What fill_table needs for each connection of the table, where no place is kept.
inline constexpr double bytes_while_filling = 8. / KeyBins::parts;

}  // namespace ranvier::engine
