#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/connection/source_number.hpp"

namespace ranvier::engine {

/// Connections onto the receivers of one block, in the order in which spikes are delivered.
///
/// Sorted by source, delay, receiver and creation: the receivers and weights of a spike lie side by side. Connections of
/// one source with one delay form a group. All receivers are of one mechanism, unless the order of delivery is NEURON's
/// order of insertion, in which mechanisms take turns.
///
/// Where most delays of a source differ, each connection is a group, and has its delay.
///
/// Memory of a connection with one weight [bytes]: receiver 4, weight 8: 12 in total; 8 more for each group, or for the
/// connection's own delay.
struct ConnectionTable {
    std::uint32_t block = nothing;
    std::uint16_t mechanism = 0;  ///< the first one
    bool has_many_mechanisms = false;
    bool keeps_weights = false;        ///< no mechanism assigns weights
    bool receive_group = false;        ///< the mechanism takes all events of a group in one call
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
    std::vector<Group> groups;  ///< one more at the end; none where connections have their own delays
    /// [ms] by connection; with the sign of the last of its source. None where there are groups.
    std::vector<double> own_delay;
    /// By receiver of the block: the number of this target in the Network.
    std::shared_ptr<const std::vector<std::uint32_t>> target_of_receiver;

    std::size_t size() const { return receiver.size(); }
    std::size_t weight_begin(std::size_t k) const {
        return has_many_mechanisms ? weight_first[k] : k * static_cast<std::size_t>(stride);
    }
    std::size_t weight_count(std::size_t k) const {
        return has_many_mechanisms ? weight_first[k + 1] - weight_first[k] : stride;
    }
    bool has_own_delays() const { return !own_delay.empty(); }
    std::size_t group_count() const {
        return has_own_delays() ? size() : groups.size() - std::min<std::size_t>(groups.size(), 1);
    }
    /// The first connection of the group, which may be one behind the last group.
    std::uint32_t first_of(std::uint32_t group) const { return has_own_delays() ? group : groups[group].first; }
    /// The group's delay, as an index into Connections::delays(), unless connections have their own.
    std::uint32_t delay_of(std::uint32_t group) const { return groups[group].delay_and_end & ~end_of_source; }
    /// Whether the next group belongs to another source.
    bool is_last_of_source(std::uint32_t group) const {
        return has_own_delays() ? std::signbit(own_delay[group]) : (groups[group].delay_and_end & end_of_source) != 0;
    }

    static constexpr std::uint32_t end_of_source = 0x80000000;
};

}  // namespace ranvier::engine
