#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/storage/variable_ref.hpp"

namespace ranvier::engine {

class Section;

/// A segment in which a rule may make a synapse.
struct SynapsePlace {
    Section* section;
    double x;       ///< in the segment
    double weight;  ///< > 0; probabilities are in proportion to it
};

/// The cells of this rank onto which a rule makes connections, and what receives their spikes: the cells themselves, if
/// they are artificial, synapses that belong to them, or synapses that the rule will make.
struct RuleTargets {
    std::vector<std::uint32_t> positions;  ///< of the cells among the rule's targets, ascending
    std::vector<std::uint32_t> first;      ///< by cell, into `instances` or `places`; one more at the end
    std::vector<InstanceId> instances;     ///< those of the first cell, then those of the next, ...
    std::vector<SynapsePlace> places;      ///< likewise, where the rule makes the synapses
    /// Values of the places, or of the instances, that weights and parameters take (Distribution::Kind::of_place):
    /// values[e][j] is value number e of place j.
    std::vector<std::vector<double>> values;

    std::size_t size() const { return positions.size(); }
    std::span<const InstanceId> of(std::size_t cell) const {
        return std::span(instances).subspan(first[cell], first[cell + 1] - first[cell]);
    }
    std::span<const SynapsePlace> places_of(std::size_t cell) const {
        return std::span(places).subspan(first[cell], first[cell + 1] - first[cell]);
    }
    /// The cell with number `cell`, of other targets with as many values.
    void add_cell_of(const RuleTargets& other, std::size_t cell) {
        if (first.empty()) first.push_back(0);
        values.resize(other.values.size());
        const auto append = [&](const auto& from, auto& to) {
            if (!from.empty())
                to.insert(to.end(), from.begin() + other.first[cell], from.begin() + other.first[cell + 1]);
        };
        positions.push_back(other.positions[cell]);
        append(other.instances, instances);
        append(other.places, places);
        for (std::size_t e = 0; e < values.size(); ++e) append(other.values[e], values[e]);
        first.push_back(first.back() + other.first[cell + 1] - other.first[cell]);
    }
    /// Adds the next cell, whose synapses the rule will make.
    void add(std::uint32_t position, std::span<const SynapsePlace> of_cell) {
        if (first.empty()) first.push_back(0);
        positions.push_back(position);
        places.insert(places.end(), of_cell.begin(), of_cell.end());
        first.push_back(static_cast<std::uint32_t>(places.size()));
    }
    /// Adds the next cell.
    void add(std::uint32_t position, std::span<const InstanceId> of_cell) {
        if (first.empty()) first.push_back(0);
        positions.push_back(position);
        instances.insert(instances.end(), of_cell.begin(), of_cell.end());
        first.push_back(static_cast<std::uint32_t>(instances.size()));
    }
};

class GidSet;
class Network;

/// The positions of those of these gids that have a cell on this rank, ascending.
std::vector<std::uint32_t> positions_here(const Network& network, const GidSet& gids);

/// The artificial cells that have these gids on this rank. Throws std::invalid_argument if one of the gids is that of a cell
/// with sections.
RuleTargets artificial_targets(const Network& network, const GidSet& gids);

}  // namespace ranvier::engine
