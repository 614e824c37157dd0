#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/connection/source_number.hpp"

namespace ranvier::engine {

/// What the connections of one source are sorted by in a table; creation comes last in any case.
enum class TableOrder : std::uint8_t {
    delay_and_receiver,
    delay,    ///< NEURON's order, where events of different delays never have the same time
    creation  ///< NEURON's order otherwise
};

/// Connections onto the receivers of one block, in the order in which spikes are delivered.
///
/// Sorted by source, and then as TableOrder says: the receivers and weights of a spike lie side by side. Connections of
/// one source with one delay form a group, which is delivered at once. All receivers are of one mechanism, unless the
/// order of delivery is NEURON's order of insertion, in which mechanisms take turns.
///
/// Where few connections could share a group, each of them is one: in the sparse regime, where a source has about one
/// target on a rank, or where most delays differ. Groups that follow each other may thus have the same source and delay;
/// they are delivered at once, too, so results do not depend on the form.
///
/// Memory of a connection with one weight [bytes]: receiver 4, weight 8: 12 in total. More: 8 for each group; or for each
/// connection 2 for its delay's number, 8 for its own delay.
struct ConnectionTable {
    /// What has a delay.
    enum class Form : std::uint8_t {
        groups,           ///< of connections
        numbered_delays,  ///< each connection: the number of its delay
        own_delays        ///< each connection: its delay
    };

    std::uint32_t block = nothing;
    std::uint16_t mechanism = 0;  ///< the first one
    bool has_many_mechanisms = false;
    bool keeps_weights = false;  ///< no mechanism assigns weights
    bool receive_group = false;  ///< the mechanism takes all events of a group in one call
    TableOrder order = TableOrder::delay_and_receiver;
    std::uint32_t first_receiver = 0;  ///< that of the mechanism's first instance in the block
    std::uint32_t stride = 1;          ///< weights of each connection; 0 if there are many mechanisms
    std::uint32_t begin = 0;           ///< number of the first connection among those of all tables

    std::vector<std::uint32_t> receiver;      ///< of the block; nothing: the connection has left the table
    std::vector<double> weights;              ///< of connection k from weight_begin(k) on
    std::vector<std::uint32_t> weight_first;  ///< only if there are many mechanisms: into weights
    struct Group {
        std::uint32_t first;  ///< connection
        std::uint32_t delay_and_end;
    };
    Form form = Form::groups;
    std::vector<Group> groups;                ///< one more at the end
    std::vector<std::uint16_t> delay_number;  ///< by connection: into `delays`, with the mark of the last of its source
    std::vector<double> own_delay;            ///< [ms] by connection; with the sign of the last of its source
    std::vector<double> delays;               ///< [ms]: all that groups and connections refer to
    /// A group of which `before` connections were made before any of this source with a shorter delay.
    struct EarlyGroup {
        std::uint32_t first;  ///< connection
        std::uint32_t before;
    };
    std::vector<EarlyGroup> early_groups;  ///< those that have any, ascending; only if sorted by delay and creation
    /// By receiver of the block: the number of this target in the Network.
    std::shared_ptr<const std::vector<std::uint32_t>> target_of_receiver;

    std::size_t size() const { return receiver.size(); }
    std::size_t weight_begin(std::size_t k) const {
        return has_many_mechanisms ? weight_first[k] : k * static_cast<std::size_t>(stride);
    }
    std::size_t weight_count(std::size_t k) const {
        return has_many_mechanisms ? weight_first[k + 1] - weight_first[k] : stride;
    }
    std::size_t group_count() const {
        if (form != Form::groups) return size();
        return groups.empty() ? 0 : groups.size() - 1;
    }
    /// The first connection of the group, which may be one behind the last group.
    std::uint32_t first_of(std::uint32_t group) const { return form == Form::groups ? groups[group].first : group; }
    /// The group's delay [ms].
    double delay(std::uint32_t group) const {
        switch (form) {
            case Form::groups:
                return delays[groups[group].delay_and_end & ~end_of_source];
            case Form::numbered_delays:
                return delays[delay_number[group] & ~end_of_source_16];
            case Form::own_delays:
                break;
        }
        return std::fabs(own_delay[group]);
    }
    /// Whether the next group belongs to another source.
    bool is_last_of_source(std::uint32_t group) const {
        switch (form) {
            case Form::groups:
                return (groups[group].delay_and_end & end_of_source) != 0;
            case Form::numbered_delays:
                return (delay_number[group] & end_of_source_16) != 0;
            case Form::own_delays:
                break;
        }
        return std::signbit(own_delay[group]);
    }

    /// How many connections of a group were made before any of its source with a shorter delay.
    std::uint32_t made_before(std::uint32_t group) const {
        const std::uint32_t first = first_of(group);
        const auto at = std::lower_bound(early_groups.begin(), early_groups.end(), first,
                                         [](const EarlyGroup& each, std::uint32_t k) { return each.first < k; });
        return at != early_groups.end() && at->first == first ? at->before : 0;
    }
    /// The last of the groups that are delivered at once, of which this is the first.
    std::uint32_t last_at_once(std::uint32_t group) const {
        while (!is_last_of_source(group) && delay(group + 1) == delay(group)) ++group;
        return group;
    }

    static constexpr std::uint32_t end_of_source = 0x80000000;
    static constexpr std::uint16_t end_of_source_16 = 0x8000;
};

}  // namespace ranvier::engine
