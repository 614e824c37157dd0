#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/rule/rule.hpp"

namespace ranvier::engine {

/// The connections that a rule makes onto targets of this rank. Their numbers grow
/// with the target, then with the order in which the rule makes them.
struct RuleConnections {
    std::shared_ptr<const Rule> rule;
    std::vector<std::uint32_t> positions;  ///< of the targets here in rule->targets, ascending
    std::vector<std::uint32_t> targets;    ///< their numbers in the Network
    std::uint32_t weights = 1;             ///< of each connection; those after the first are 0
    std::uint32_t first = 0;               ///< number of the first connection
    Incoming incoming;                     ///< by index into `positions`; empty while they are in tables
    bool is_hidden = false;                ///< they are in tables, and their places are not kept

    std::uint32_t count() const { return static_cast<std::uint32_t>(incoming.size()); }
    /// The sources of target i.
    std::span<const Gid> sources(std::size_t i) const { return incoming.sources(i); }
    /// The number of connection k of target i.
    std::uint32_t number(std::size_t i, std::size_t k) const {
        return first + static_cast<std::uint32_t>(incoming.first(i) + k);
    }
    /// The delays [ms], or first weights, of the connections k[0], k[1], ... of target i.
    void draw_delays(std::size_t i, std::span<const std::uint32_t> k, std::span<double> to) const {
        draw(rule->delay, Use::delay, i, k, to);
    }
    void draw_weights(std::size_t i, std::span<const std::uint32_t> k, std::span<double> to) const {
        draw(rule->weight, Use::weight, i, k, to);
    }

  private:
    /// The place of the first connection of target i among the values of an array.
    std::size_t place(std::size_t i) const {
        return rule->kind == Rule::Kind::table ? rule->table->first[positions[i]] : positions[i] * sources(i).size();
    }
    void draw(const Distribution& from, Use use, std::size_t i, std::span<const std::uint32_t> k,
              std::span<double> to) const {
        from.draw(rule->random(), use, rule->targets[positions[i]], k, place(i), to);
    }
};

}  // namespace ranvier::engine
