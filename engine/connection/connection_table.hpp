#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/connection/connection_groups.hpp"
#include "engine/connection/source_id.hpp"

namespace ranvier::engine {

/// What the connections of one source are sorted by in a table; creation comes last in any case.
enum class TableOrder : std::uint8_t {
    delay_and_receiver,
    delay,    ///< NEURON's order, where events of different delays never have the same time
    creation  ///< NEURON's order otherwise
};

/// Connections of a table: [begin, end).
struct ConnectionRange {
    std::uint32_t begin, end;
};

/// Connections onto the receivers of one block, in the order in which spikes are delivered.
///
/// Sorted by source, and then as TableOrder says: the receivers and weights of a spike lie side by side. Connections of
/// one source with one delay form a group, or groups that follow each other, which are delivered at once: results do not
/// depend on the form of the groups. All receivers are of one mechanism, unless the order of delivery is NEURON's order of
/// insertion, in which mechanisms take turns.
///
/// Memory of a connection with one weight [bytes]: receiver 4, weight 8: 12 in total, and that of the groups.
struct ConnectionTable {
    std::uint32_t block = nothing;
    std::uint16_t mechanism = 0;  ///< the first one
    bool has_many_mechanisms = false;
    bool keeps_weights = false;  ///< no mechanism assigns weights
    bool receive_group = false;  ///< the mechanism takes all events of a group in one call
    TableOrder order = TableOrder::delay_and_receiver;
    Receiver first_receiver{0};  ///< that of the mechanism's first instance in the block
    std::uint32_t stride = 1;    ///< weights of each connection; 0 if there are many mechanisms
    std::uint32_t begin = 0;     ///< number of the first connection among those of all tables

    std::vector<Receiver> receiver;           ///< of the block; none: the connection has left the table
    std::vector<double> weights;              ///< of connection k from weight_begin(k) on
    std::vector<std::uint32_t> weight_first;  ///< only if there are many mechanisms: into weights
    ConnectionGroups groups;
    /// A group of which `before` connections were made before any of this source with a shorter delay.
    struct EarlyGroup {
        std::uint32_t first;  ///< connection
        std::uint32_t before;
    };
    std::vector<EarlyGroup> early_groups;  ///< those that have any, ascending; only if sorted by delay and creation
    /// By receiver of the block.
    std::shared_ptr<const std::vector<TargetNumber>> target_of_receiver;

    std::size_t size() const { return receiver.size(); }
    std::size_t weight_begin(std::size_t k) const {
        return has_many_mechanisms ? weight_first[k] : k * static_cast<std::size_t>(stride);
    }
    std::size_t weight_count(std::size_t k) const {
        return has_many_mechanisms ? weight_first[k + 1] - weight_first[k] : stride;
    }
    std::span<double> weights_of(std::size_t k) { return std::span(weights).subspan(weight_begin(k), weight_count(k)); }
    std::span<const double> weights_of(std::size_t k) const {
        return std::span(weights).subspan(weight_begin(k), weight_count(k));
    }
    /// The target of connection k, which is still in the table.
    TargetNumber target(std::size_t k) const { return (*target_of_receiver)[index_of(receiver[k])]; }
    std::size_t group_count() const { return groups.count(); }
    /// The first connection of the group, which may be one behind the last group.
    std::uint32_t first_of(Group group) const { return groups.first_of(group); }
    ConnectionRange connections_of(Group group) const { return {first_of(group), first_of(next(group))}; }
    double delay(Group group) const { return groups.delay(group); }  ///< [ms]
    bool is_last_of_source(Group group) const { return groups.is_last_of_source(group); }

    /// How many connections of a group were made before any of its source with a shorter delay.
    std::uint32_t made_before(Group group) const {
        const std::uint32_t first = first_of(group);
        const auto at = std::lower_bound(early_groups.begin(), early_groups.end(), first,
                                         [](const EarlyGroup& each, std::uint32_t k) { return each.first < k; });
        return at != early_groups.end() && at->first == first ? at->before : 0;
    }
    /// The last of the groups that are delivered at once, of which this is the first.
    Group last_at_once(Group group) const {
        while (!is_last_of_source(group) && delay(next(group)) == delay(group)) ++group;
        return group;
    }
    /// The group behind the last of this one's source.
    Group end_of_source(Group group) const {
        while (!is_last_of_source(group)) ++group;
        return next(group);
    }
    std::size_t bytes() const {
        return receiver.capacity() * sizeof(Receiver) + weight_first.capacity() * sizeof(std::uint32_t) +
               weights.capacity() * sizeof(double) + groups.bytes();
    }
};

}  // namespace ranvier::engine
