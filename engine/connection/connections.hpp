#pragma once

#include <boost/container/deque.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/connection/connection_index.hpp"
#include "engine/connection/connection_table.hpp"
#include "engine/connection/fans.hpp"
#include "engine/connection/places.hpp"
#include "engine/connection/rule_connections.hpp"
#include "engine/connection/table_filler.hpp"
#include "engine/connection/target_place.hpp"

namespace ranvier::engine {

/// A connection as a whole, wherever its parts are stored.
struct Connection {
    std::uint32_t source = nothing;  ///< nothing: none
    std::uint32_t target = nothing;  ///< nothing: none
    double delay = 0;                ///< [ms]
    std::span<double> weights;       ///< in place: valid until a connection is made, changed or arranged
    bool is_active = true;
};

/// The connections of one rank. They are made one by one, and are known by their numbers, which grow with creation and
/// are not reused.
///
/// 1. A new connection is a loose one, a record with all its parts.
/// 2. `arrange` moves connections that deliver spikes into tables, sorted in the order of delivery, in time linear in
///    their number (but for the connections of one source, which are sorted by comparison). A connection without source
///    or target, or that is not active, stays loose.
/// 3. A change takes a connection out of its table and makes it loose again.
///
/// 4. The places of a rule's connections in the tables are not kept: looking at one of them by number finds those of all,
///    by drawing them again. So this first look takes as long as making the tables.
///
/// 5. When connections are arranged again, a rule makes its connections again, unless mechanisms may have changed their
///    weights, or one of them has been changed by itself: then all are loose meanwhile.
///
/// Memory of a connection with one weight [bytes]: in a table 12, 8 more where most delays differ, and 4 for its place by
/// number unless a rule has made it; loose, 34. What all have in common depends on the number of targets.
class Connections {
  public:
    using SourceOfGid = std::function<std::uint32_t(Gid)>;
    /// `source_of_gid`: the number of the source that has a gid, for connections made by rules. Null: an input.
    explicit Connections(SourceOfGid source_of_gid = {}) : source_of_gid_(std::move(source_of_gid)) {}

    /// Throws std::length_error beyond 2^31 connections.
    std::uint32_t add(std::uint32_t source, std::uint32_t target, double delay, std::uint32_t weights, double weight0);
    /// Adds the connections that a rule makes onto these targets of this rank: `positions` in rule->targets, ascending,
    /// and their numbers. Each has this number of weights. Until `arrange`, or until one of them is changed, they are
    /// folded: they exist only in their rule.
    void add_by_rule(std::shared_ptr<const Rule> rule, std::vector<std::uint32_t> positions,
                     std::vector<std::uint32_t> targets, std::uint32_t weights,
                     const ForEachTask& for_each_task = one_by_one);
    bool has_folded() const { return !rules_.empty(); }
    /// Makes a record of each folded connection.
    void unfold();
    /// The rules of folded connections.
    std::span<const RuleConnections> folded() const { return rules_; }
    void remove(std::uint32_t number);
    void clear_source(std::uint32_t number);
    /// Takes their sources from all connections from inputs.
    void clear_inputs();
    void clear_target(std::uint32_t number);
    /// Keeps the first weight; further weights become 0 where there are more than before.
    void set_target(std::uint32_t number, std::uint32_t target, std::uint32_t weights);
    void set_delay(std::uint32_t number, double ms);
    void set_active(std::uint32_t number, bool is_active);

    /// Numbers lie below this.
    std::uint32_t end() const { return places_.end(); }
    bool exists(std::uint32_t number) const { return number < end() && places_.at(number) != nothing; }
    Connection operator[](std::uint32_t number) const;
    std::uint32_t source(std::uint32_t number) const;
    std::uint32_t target(std::uint32_t number) const;
    double delay(std::uint32_t number) const;  ///< [ms]
    std::span<double> weights(std::uint32_t number) const;
    /// To be called before anything but a mechanism assigns weights of a connection.
    void note_change(std::uint32_t number) { places_.note_change(number); }

    /// The weights of all connections, in order of creation.
    std::vector<double> all_weights() const;
    /// Sets them. Returns false, and sets nothing, if their number is not that of all_weights().
    bool set_all_weights(std::span<const double> values);

    /// Calls act(number) for every connection, in order of creation.
    template <class Act>
    void for_each_number(Act&& act) const {
        places_.for_each(act);
    }
    /// Calls act(connection) for every connection, in the order in which they are stored, which is much faster than by
    /// number.
    template <class Act>
    void for_each(Act&& act) const;
    /// The same, without those that exist only in their rule.
    template <class Act>
    void for_each_unfolded(Act&& act) const;
    /// The same for those that are neither in their rule nor in tables.
    template <class Act>
    void for_each_loose(Act&& act) const;
    /// The same for those that exist only in their rule.
    template <class Act>
    void for_each_folded(Act&& act) const;

    /// The minimum delay [ms] of the connections that have a target and come from an input, except those that exist only in
    /// their rule; infinity if there is none. Looks at groups of connections, not at each.
    double min_input_delay() const;
    /// The same of those that exist only in their rule. Draws the delay of each.
    double min_folded_input_delay() const;
    /// Whether the source has connections, in time that grows only with their number; they may have been removed since if
    /// they have not been in tables.
    /// A rule counts if it has the source's gid among its sources.
    bool is_any_from(std::uint32_t source) const;
    /// The numbers of a source's connections, or of those onto a target, in order of creation. Indexed on first use; the
    /// list also holds some connections that have been removed or changed since.
    std::vector<std::uint32_t> from(std::uint32_t source) const;
    std::span<const std::uint32_t> onto(std::uint32_t target) const;

    // --- tables -----------------------------------------------------------------------------------------------------
    struct Layout {
        std::size_t sources;                   ///< the number of this rank's
        std::span<const TargetPlace> targets;  ///< by target; without a receiver: its connections stay loose
        std::vector<ConnectionTable> tables;   ///< empty
        std::vector<Gid> gid_of_source;        ///< by source of this rank; -1: none
        /// Whether a source's connections of equal delay form one group. Null: all do.
        std::function<bool(std::uint32_t source)> forms_groups;
        ForEachTask for_each_table = one_by_one;
    };
    /// Fills the tables with all connections that are active and have a source and a target with a receiver.
    void arrange(Layout layout);
    const std::vector<ConnectionTable>& tables() const { return tables_; }
    ConnectionTable& table(std::uint32_t t) const { return tables_[t]; }
    /// The tables in which a source has connections; in ascending order.
    Fans::List fans(std::uint32_t source) const { return fans_.of(source); }
    /// Calls act(source) for each source that has connections; for some more than once.
    template <class Act>
    void for_each_source(Act&& act) const;
    std::uint32_t source_of(std::uint32_t table, std::uint32_t group) const;
    /// Finds the places of connections by rule, if they are hidden. Anything that looks at a connection by number does so:
    /// threads may do that at once only after this.
    void reveal() const;
    bool are_hidden() const { return !hidden_.empty() && !places_.are_found(); }
    /// Frees what `reveal` has found, unless a connection has left the tables since. Threads must not look at numbers
    /// afterwards.
    void hide();
    /// The number of connection k of a table.
    std::uint32_t number_of(std::uint32_t table, std::size_t k) const;
    /// The number of the connection that has this place in the weights of a table.
    std::uint32_t number_of_weight(std::uint32_t table, std::size_t place) const;
    /// The weights of all loose connections.
    std::span<double> loose_weights() const { return loose_weights_; }
    /// The number of the loose connection that has this place in loose_weights(); nothing: none has.
    std::uint32_t number_of_loose_weight(std::size_t place) const;

    std::size_t bytes() const;

  private:
    struct Loose {
        std::uint32_t source, target, weight_begin;
    };
    // They grow in blocks: the former storage of a vector would stay behind in the process.
    template <class T>
    using InBlocks =
        boost::container::deque<T, void, boost::container::deque_options<boost::container::block_size<4096u>>::type>;
    struct Shape {
        std::uint16_t weights : 15, is_active : 1;
    };
    static Shape shape_of(std::size_t weights, bool is_active) {
        return {static_cast<std::uint16_t>(weights & 0x7fff), is_active};
    }
    struct InTable {
        std::uint32_t table, k, group;
    };
    static constexpr std::uint32_t loose_flag = Places::loose_flag;

    bool is_loose(std::uint32_t number) const { return (place(number) & loose_flag) != 0; }
    bool is_folded(std::uint32_t number) const { return places_.at(number) == Places::folded; }
    std::uint32_t place(std::uint32_t number) const {
        const std::uint32_t at = places_.at(number);
        if (at != Places::hidden) return at;
        reveal();
        return places_.at(number);
    }
    std::uint32_t loose_number(std::size_t k) const {
        return loose_number_.empty() ? static_cast<std::uint32_t>(k) : loose_number_[k];
    }
    static bool is_left(const ConnectionTable& table, std::uint32_t group);
    bool is_left(const Fan& fan) const;
    void write_places();
    void find_places(std::uint32_t t, std::span<const RuleConnections> rules, const std::vector<bool>& is_taken) const;
    void hide_rules(const Layout& layout);
    void end_rules(const Layout& layout);
    InTable find(std::uint32_t place) const;
    std::uint32_t table_at(std::uint32_t place) const;
    Connection connection(const InTable& at, std::uint32_t source) const;
    Connection connection(std::size_t loose) const;
    Connection folded(std::uint32_t number) const;
    void loosen(std::uint32_t number);
    bool can_fold(const RuleConnections& made) const;
    void fold();
    void loosen_all();
    void drop_tables();
    void add_loose(std::uint32_t number, const Connection& connection);
    void forget_indexes();
    void index_places() const;
    void index_sources() const;
    /// Numbers the sources in the order of delivery.
    struct Keys {
        std::uint32_t end_of_gids;
        std::span<const Gid> gid_of_source;
        const Connections* connections;

        std::uint32_t key(std::uint32_t source) const {
            if (is_input(source)) return static_cast<std::uint32_t>(gid_of_input(source));
            const Gid gid = source < gid_of_source.size() ? gid_of_source[source] : -1;
            return gid >= 0 ? static_cast<std::uint32_t>(gid) : end_of_gids + source;
        }
        std::uint32_t source(std::uint32_t key) const {
            if (key >= end_of_gids) return key - end_of_gids;
            return connections->source_of(static_cast<Gid>(key));
        }
    };
    struct PlacedFan {
        std::uint32_t source;
        Fan fan;
    };
    Keys make_keys(const Layout& layout) const;
    bool is_arrangeable(std::size_t k, const Layout& layout) const;
    std::vector<std::vector<std::uint32_t>> divide_loose(const Layout& layout) const;
    std::vector<std::uint32_t> number_places(std::span<const std::vector<std::uint32_t>> loose, const Layout& layout);
    void fill_tables(std::span<const std::vector<std::uint32_t>> loose, std::span<const std::uint32_t> sizes,
                     const Layout& layout, const Keys& keys);
    std::vector<TableFiller::SourceFan> fill_table(std::uint32_t t, std::span<const std::uint32_t> loose,
                                                   const Layout& layout, const Keys& keys);
    void list_fans(std::vector<PlacedFan> fans, std::size_t sources);
    std::uint32_t source_of(Gid gid) const { return source_of_gid_ ? source_of_gid_(gid) : input_of(gid); }
    void unfold(const RuleConnections& made, std::size_t i);
    void for_each_folded(const RuleConnections& made, std::size_t i,
                         const std::function<void(std::uint32_t number, const Connection&)>& act) const;
    void for_each_folded_source(const std::function<void(std::uint32_t source)>& act) const;
    void drop_arranged();

    SourceOfGid source_of_gid_;
    mutable Places places_;  // nothing: removed
    InBlocks<Loose> loose_;
    InBlocks<double> loose_delay_;             // ms
    std::vector<std::uint32_t> loose_number_;  // nothing: removed. Empty as long as places are in order
    std::vector<Shape> loose_shape_;
    mutable std::vector<double> loose_weights_;

    mutable std::vector<ConnectionTable> tables_;
    Fans fans_;
    std::unordered_set<std::uint32_t> loose_sources_;  // inputs that loose connections have had
    std::vector<RuleConnections> rules_;               // folded ones, in order of creation
    std::vector<RuleConnections> hidden_;              // whose connections are in the tables; without these connections
    std::vector<TargetPlace> place_of_target_;         // in the tables; only if there are hidden ones
    bool is_changed_ = false;                          // a connection has left the tables
    bool is_any_removed_ = false;                      // since the tables were arranged
    mutable std::vector<double> folded_weights_;       // of the connection that was looked at last

    // Made on demand.
    mutable ConnectionIndex by_source_, by_target_;                          // of this rank's sources
    mutable std::vector<std::pair<std::uint32_t, std::uint32_t>> by_input_;  // source and number, ascending
    mutable std::vector<std::uint32_t> number_of_place_;
    mutable std::vector<std::vector<std::uint32_t>> source_of_group_;  // by table
};

template <class Act>
void Connections::for_each(Act&& act) const {
    for_each_unfolded(act);
    for_each_folded(act);
}

template <class Act>
void Connections::for_each_folded(Act&& act) const {
    for (const RuleConnections& made : rules_) {
        for (std::size_t i = 0; i < made.targets.size(); ++i) {
            for_each_folded(made, i, [&](std::uint32_t, const Connection& it) { act(it); });
        }
    }
}

template <class Act>
void Connections::for_each_loose(Act&& act) const {
    for (std::size_t k = 0; k < loose_.size(); ++k) {
        if (loose_number(k) != nothing) act(connection(k));
    }
}

template <class Act>
void Connections::for_each_unfolded(Act&& act) const {
    for_each_loose(act);
    fans_.for_each([&](std::uint32_t source, const Fan& fan) {
        const ConnectionTable& table = tables_[fan.table];
        for (std::uint32_t g = fan.group;; ++g) {
            for (std::uint32_t k = table.first_of(g); k < table.first_of(g + 1); ++k) {
                if (table.receiver[k] != nothing) act(connection({fan.table, k, g}, source));
            }
            if (table.is_last_of_source(g)) break;
        }
    });
}

template <class Act>
void Connections::for_each_source(Act&& act) const {
    for (std::size_t k = 0; k < loose_.size(); ++k) {
        if (loose_number(k) != nothing && loose_[k].source != nothing) act(loose_[k].source);
    }
    for_each_folded_source([&](std::uint32_t source) { act(source); });
    fans_.for_each([&](std::uint32_t source, const Fan& fan) {
        if (!is_changed_ || !is_left(fan)) act(source);
    });
}

/// While this exists, connections may be looked at by number: those that were hidden before are hidden again at the end.
class LookAtConnections {
  public:
    explicit LookAtConnections(Connections& connections)
        : connections_(connections), were_hidden_(connections.are_hidden()) {}
    ~LookAtConnections() {
        if (were_hidden_) connections_.hide();
    }
    LookAtConnections(const LookAtConnections&) = delete;
    LookAtConnections& operator=(const LookAtConnections&) = delete;

  private:
    Connections& connections_;
    bool were_hidden_;
};

}  // namespace ranvier::engine
