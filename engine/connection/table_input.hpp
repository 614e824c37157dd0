#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <variant>
#include <vector>

#include "engine/connection/cells_of_tables.hpp"
#include "engine/connection/numbers.hpp"
#include "engine/connection/rule_connections.hpp"

namespace ranvier::engine {

/// The connections that a table is to have, in ascending order of their numbers, which are runs of connections made one by
/// one, and rules. Of each, its source's key is known, by which tables are sorted.
class TableInput {
  public:
    /// A connection that no rule made.
    struct Single {
        std::uint32_t number, key;
        Receiver receiver;
        double delay;  // ms
        std::span<const double> weights;
    };
    struct Singles {
        std::size_t size;
        std::function<Single(std::size_t)> get;
    };
    /// The connections of a rule onto targets in one table.
    struct OfRule {
        std::size_t size;
        const RuleConnections* rule;
        TableNumber table;
        std::span<const TargetPlace> places;        ///< by target
        std::span<const CellsOfTables::Run> cells;  ///< those with targets in the table

        /// none: this target of cell i is in another table.
        Receiver receiver(std::size_t i, std::uint32_t target) const {
            const TargetPlace& to = places[index_of(rule->targets_of(i)[target])];
            return to.table == table ? to.receiver : Receiver::none;
        }
        /// Calls act(i, is_whole) for each cell i; is_whole: all of its targets are in the table.
        template <class Act>
        void for_each_cell(Act&& act) const {
            for (const CellsOfTables::Run& run : cells) {
                for (std::uint32_t i = run.begin; i < run.end; ++i) act(i, run.are_whole);
            }
        }
        /// The connections of cell i whose targets are in this table.
        std::vector<std::uint32_t> connections_here(std::size_t i) const;
    };

    /// Of these first connections of a rule, half must differ in their delays for connections to have their own.
    static constexpr std::size_t judged_delays = 4096;

    /// Adds `count` connections, get(0), get(1), ...
    void add(std::size_t count, std::function<Single(std::size_t)> get);
    /// Adds a rule's connections onto those of its targets that are in this table. `places`: by target; `cells`: those of the
    /// rule with targets here. The key of a source is its gid. All must outlive this.
    void add(const RuleConnections& rule, TableNumber table, std::span<const TargetPlace> places,
             std::span<const CellsOfTables::Run> cells);

    std::size_t size() const { return size_; }
    /// Whether places of any are kept: not those of hidden rules.
    bool keeps_places() const { return keeps_places_; }
    /// Calls act with each of the Singles and OfRules.
    template <class Act>
    void for_each(Act&& act) const {
        for (const auto& run : runs_) std::visit(act, run);
    }
    /// Calls act(key) for each connection.
    template <class Act>
    void for_each_key(Act&& act) const {
        for (const auto& run : runs_) {
            if (const auto* singles = std::get_if<Singles>(&run)) {
                for (std::size_t i = 0; i < singles->size; ++i) act(singles->get(i).key);
                continue;
            }
            for_each_key(std::get<OfRule>(run), act);
        }
    }
    /// Whether most connections have delays that others do not have, judged by the first ones of each run.
    bool do_most_delays_differ() const;

  private:
    template <class Act>
    static void for_each_key(const OfRule& made, Act&& act) {
        made.for_each_cell([&](std::size_t i, bool is_whole) {
            const std::span<const Gid> sources = made.rule->sources(i);
            if (is_whole) {
                for (const Gid gid : sources) act(static_cast<std::uint32_t>(gid));
            } else {
                for (const std::uint32_t k : made.connections_here(i)) act(static_cast<std::uint32_t>(sources[k]));
            }
        });
    }

    std::vector<std::variant<Singles, OfRule>> runs_;
    std::size_t size_ = 0;
    bool keeps_places_ = false;
};

}  // namespace ranvier::engine
