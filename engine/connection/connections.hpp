#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "engine/connection/arrange.hpp"
#include "engine/connection/connection.hpp"
#include "engine/connection/connection_tables.hpp"
#include "engine/connection/connections_by_number.hpp"
#include "engine/connection/end_indexes.hpp"
#include "engine/connection/loose_connections.hpp"
#include "engine/connection/places.hpp"
#include "engine/connection/ruled_connections.hpp"

namespace ranvier::engine {

/// The connections of one rank. They are made one by one or by rule, and are known by their numbers, which grow with
/// creation and are not reused.
///
/// 1. A new connection is a loose one, a record with all its parts (LooseConnections).
/// 2. `arrange` moves connections that deliver spikes into tables (ConnectionTables), sorted in the order of delivery, in
///    time linear in their number (but for the connections of one source, which are sorted by comparison). A connection
///    without source or target, or that is not active, stays loose.
/// 3. A change takes a connection out of its table and makes it loose again.
///
/// 4. The connections of a new rule are folded: they exist only in their rule (RuledConnections), until `arrange`, or until
///    one of them is changed. Then their places in the tables are not kept: looking at one of them by number finds those of
///    all, by drawing them again.
///
/// 5. When connections are arranged again, a rule makes its connections again, unless mechanisms may have changed their
///    weights, or one of them has been changed by itself: then all are loose meanwhile.
///
/// Memory of a connection with one weight [bytes]: in a table 12, 8 more where most delays differ, and 4 for its place by
/// number unless a rule has made it; loose, 34. What all have in common depends on the number of targets.
class Connections {
  public:
    using SourceOfGid = RuledConnections::SourceOfGid;
    using Layout = TableLayout;

    /// `source_of_gid`: the number of the source that has a gid, for connections made by rules. Null: an input.
    explicit Connections(SourceOfGid source_of_gid = {}) : ruled_(std::move(source_of_gid)) {}

    // --- making and changing ----------------------------------------------------------------------------------------
    /// Throws std::length_error beyond 2^31 connections.
    std::uint32_t add(SourceId source, TargetNumber target, double delay, std::uint32_t weights, double weight0);
    /// Adds the connections that a rule makes onto these cells of this rank, whose sources have been found; gives them their
    /// numbers. Throws std::invalid_argument, and adds none, if one would go to a synapse that its cell lacks.
    void add_by_rule(RuleConnections made);
    /// Makes a record of each folded connection.
    void unfold();
    void remove(std::uint32_t number);
    void clear_source(std::uint32_t number);
    /// Takes their sources from all connections from inputs.
    void clear_inputs();
    void clear_target(std::uint32_t number);
    /// Keeps the first weight; further weights become 0 where there are more than before.
    void set_target(std::uint32_t number, TargetNumber target, std::uint32_t weights);
    void set_delay(std::uint32_t number, double ms);
    void set_active(std::uint32_t number, bool is_active);
    /// To be called before anything but a mechanism assigns weights of a connection.
    void note_change(std::uint32_t number);
    /// Sets the weights of all connections, in order of creation. Returns false, and sets nothing, if their number differs.
    bool set_all_weights(std::span<const double> values);
    /// Fills the tables with all connections that are active and have a source and a target with a receiver.
    void arrange(const Layout& layout);

    // --- by number --------------------------------------------------------------------------------------------------
    /// Numbers lie below this.
    std::uint32_t end() const { return places_.end(); }
    bool exists(std::uint32_t number) const { return number < end() && places_.at(number).exists(); }
    /// Calls act(number) for every connection, in order of creation.
    template <class Act>
    void for_each_number(Act&& act) const {
        places_.for_each(act);
    }
    /// A look at connections by number may have to find the places of hidden ones.
    ConnectionsByNumber by_number(ConnectionsByNumber::Keeps keeps = ConnectionsByNumber::Keeps::found) {
        return {places_, loose_, tables_, ruled_, ends_, keeps};
    }

    // --- as they are stored, which is much faster -------------------------------------------------------------------
    /// Calls act(connection) for every connection, in the order in which they are stored.
    template <class Act>
    void for_each(Act&& act) const {
        for_each_unfolded(act);
        ruled_.for_each(act);
    }
    /// The same, without folded ones.
    template <class Act>
    void for_each_unfolded(Act&& act) const {
        for (std::size_t k = 0; k < loose_.size(); ++k) {
            if (loose_.exists(k)) act(loose_[k]);
        }
        tables_.for_each([&](SourceId source, const ConnectionTables::At& at, double delay) {
            act(tables_.connection(source, at, delay));
        });
    }
    /// Calls act(source) for each source that has connections; for some more than once.
    template <class Act>
    void for_each_source(Act&& act) const {
        for (std::size_t k = 0; k < loose_.size(); ++k) {
            if (loose_.exists(k) && loose_.source(k) != SourceId::none) act(loose_.source(k));
        }
        ruled_.for_each_source(act);
        tables_.for_each_source(act);
    }
    /// Whether the source has connections, in time that grows only with their number; they may have been removed since if
    /// they have not been in tables. A rule counts if it has the source's gid among its sources.
    bool is_any_from(SourceId source) const;
    /// The minimum delay [ms] of the connections that have a target and come from an input, except folded ones; infinity if
    /// there is none. Looks at groups of connections, not at each.
    double min_input_delay() const;

    const LooseConnections& loose() const { return loose_; }
    LooseConnections& loose() { return loose_; }
    const RuledConnections& ruled() const { return ruled_; }
    const ConnectionTables& tables() const { return tables_; }
    ConnectionTable& table(TableNumber number) { return tables_[number]; }
    /// The tables in which a source has connections; in ascending order.
    Fans::List fans(SourceId source) const { return tables_.fans(source); }
    SourceId source_of(TableNumber table, Group group) { return tables_.source_of(table, group); }

    std::size_t bytes() const;

  private:
    std::size_t loosen(std::uint32_t number);
    void take_apart();
    void add_loose(const RuleConnections& made, std::size_t i,
                   const std::function<bool(TargetNumber target)>& is_loose);

    Places places_;
    LooseConnections loose_;
    ConnectionTables tables_;
    RuledConnections ruled_;
    EndIndexes ends_;
    bool is_any_removed_ = false;  // since the tables were arranged
};

}  // namespace ranvier::engine
