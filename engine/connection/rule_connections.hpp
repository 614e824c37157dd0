#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/connection/numbers.hpp"
#include "engine/rule/rule.hpp"

namespace ranvier::engine {

/// The connections that a rule makes onto cells of this rank. Their numbers grow with the cell, then with the order in
/// which the rule makes them.
///
/// A cell has one target (artificial cells), or several synapses, of which the rule picks one for each connection.
struct RuleConnections {
    std::shared_ptr<const Rule> rule;
    std::vector<std::uint32_t> positions;     ///< of the cells here in rule->targets, ascending
    std::vector<TargetNumber> targets;        ///< those of the first cell, of the next, ...
    std::vector<std::uint32_t> first_target;  ///< by cell, into `targets`; one more at the end; empty: each has one
    /// values[e][j]: value number e of targets[j], for weights that depend on their synapse's place.
    std::vector<std::vector<double>> values;
    std::uint32_t weights = 1;  ///< of each connection
    std::uint32_t first = 0;    ///< number of the first connection
    Incoming incoming;          ///< by cell; empty while they are in tables
    bool is_hidden = false;     ///< they are in tables, and their places are not kept

    std::uint32_t count() const { return static_cast<std::uint32_t>(incoming.size()); }
    std::size_t cells() const { return positions.size(); }
    /// The sources of cell i.
    std::span<const Gid> sources(std::size_t i) const { return incoming.sources(i); }
    /// The place of the first target of cell i in `targets`; i may be cells().
    std::size_t begin_of_targets(std::size_t i) const { return first_target.empty() ? i : first_target[i]; }
    std::span<const TargetNumber> targets_of(std::size_t i) const {
        return std::span(targets).subspan(begin_of_targets(i), begin_of_targets(i + 1) - begin_of_targets(i));
    }
    /// The number of connection k of cell i.
    std::uint32_t number(std::size_t i, std::size_t k) const {
        return first + static_cast<std::uint32_t>(incoming.first(i) + k);
    }
    /// The delays [ms] of the connections k[0], k[1], ... of cell i.
    void draw_delays(std::size_t i, std::span<const std::uint32_t> k, std::span<double> to) const {
        rule->draw_delays(positions[i], sources(i), k, to);
    }
    /// Their weights w, of those that the rule gives.
    void draw_weights(std::size_t i, std::uint32_t w, std::span<const std::uint32_t> k, std::span<double> to) const {
        const Distribution& weight = *rule->weight_of(w);
        if (weight.kind == Distribution::Kind::of_place)
            return take_values(static_cast<std::size_t>(weight.a), i, k, to);
        weight.draw(rule->random(), use_of_weight(w), rule->targets[positions[i]], k, place(i), to);
    }
    /// The number of weights that the rule gives to a connection, and that it has; the others are 0.
    std::uint32_t given_weights() const {
        return std::min(weights, static_cast<std::uint32_t>(1 + rule->more_weights.size()));
    }
    /// Their targets, as places in targets_of(i).
    void draw_picks(std::size_t i, std::span<const std::uint32_t> k, std::span<std::uint32_t> to) const {
        const auto synapses = static_cast<std::uint32_t>(targets_of(i).size());
        if (first_target.empty()) {
            std::fill(to.begin(), to.end(), 0u);
        } else {
            rule->pick.draw(rule->random(), rule->targets[positions[i]], synapses, k, place(i), to);
        }
    }

  private:
    std::size_t place(std::size_t i) const { return rule->first_value(positions[i], sources(i).size()); }
    void take_values(std::size_t e, std::size_t i, std::span<const std::uint32_t> k, std::span<double> to) const {
        std::vector<std::uint32_t> picks(k.size());
        draw_picks(i, k, picks);
        for (std::size_t h = 0; h < k.size(); ++h) to[h] = values[e][begin_of_targets(i) + picks[h]];
    }
};

}  // namespace ranvier::engine
