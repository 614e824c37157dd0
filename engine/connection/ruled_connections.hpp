#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/connection/connection.hpp"
#include "engine/connection/connection_tables.hpp"
#include "engine/connection/places.hpp"
#include "engine/connection/rule_connections.hpp"
#include "engine/connection/target_place.hpp"

namespace ranvier::engine {

/// Rules, and the connections that they have made and that are in their rule.
///
/// 1. A folded rule has the only description of its connections, which are drawn whenever they are looked at.
/// 2. A hidden rule's connections are in the tables, but their places are not kept: they are found, all at once, by drawing
///    the connections again. That needs the tables as they were made.
class RuledConnections {
  public:
    using SourceOfGid = std::function<SourceId(Gid)>;
    using Act = std::function<void(std::uint32_t number, const Connection&)>;

    /// Null: each gid is that of an input.
    explicit RuledConnections(SourceOfGid source_of_gid) : source_of_gid_(std::move(source_of_gid)) {}

    SourceId source_of(Gid gid) const { return source_of_gid_ ? source_of_gid_(gid) : input_of(gid); }
    /// Calls act(number, connection) for the connections that a rule makes onto its cell i. Weights are valid during the
    /// call.
    void draw(const RuleConnections& made, std::size_t i, const Act& act) const;

    // --- folded rules, in order of creation -------------------------------------------------------------------------
    void add(RuleConnections made) { folded_.push_back(std::move(made)); }
    std::span<const RuleConnections> folded() const { return folded_; }
    std::vector<RuleConnections> take_folded();
    /// The folded connection of this number. Its weights are valid until the next call.
    Connection look(std::uint32_t number);
    /// Those weights. To change them has no effect.
    std::span<double> look_at_weights(std::uint32_t number) {
        look(number);
        return looked_at_;
    }
    /// Calls act(connection) for all folded ones.
    void for_each(const std::function<void(const Connection&)>& act) const;
    /// Calls act(source) for each source that has folded ones; for some more than once.
    void for_each_source(const std::function<void(SourceId source)>& act) const;
    /// Whether a folded rule has this gid among its sources.
    bool has_source(Gid gid) const;
    /// The minimum delay [ms] of folded connections from inputs; infinity if there is none. Draws the delay of each.
    double min_input_delay() const;

    // --- hidden rules -----------------------------------------------------------------------------------------------
    bool are_any_hidden() const { return !hidden_.empty(); }
    /// Finds the places of their connections, unless they are known.
    void find_places(const ConnectionTables& tables, Places& places) const;
    /// Before tables are dropped: leaves connections to their rules again, where these would make the same ones. Returns
    /// the rules of the others, whose places are then known.
    std::vector<RuleConnections> fold(const ConnectionTables& tables, Places& places);
    /// Before tables are filled: draws the connections of folded rules again, where they are not known, and decides which
    /// rules are to be hidden.
    void choose_hidden(std::span<const TargetPlace> targets, Places& places, const ForEachTask& for_each_task);
    /// The rules whose connections the tables take: folded until `hide`.
    std::span<RuleConnections> to_arrange() { return folded_; }
    /// Hides those that were chosen. Returns the other rules.
    std::vector<RuleConnections> hide(std::span<const TargetPlace> targets);

    std::size_t bytes() const;

  private:
    static bool can_be_hidden(const RuleConnections& made, std::span<const TargetPlace> targets);
    bool can_fold(const RuleConnections& made, const ConnectionTables& tables, const Places& places) const;

    SourceOfGid source_of_gid_;
    std::vector<RuleConnections> folded_;
    std::vector<RuleConnections> hidden_;       // without their connections
    std::vector<TargetPlace> place_of_target_;  // in the tables; only if there are hidden rules
    std::vector<double> looked_at_;             // weights of the connection that was looked at last
};

}  // namespace ranvier::engine
