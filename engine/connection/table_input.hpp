#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <variant>
#include <vector>

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
    enum class Share : std::uint8_t { none, some, all };
    struct OfRule {
        std::size_t size;
        const RuleConnections* rule;
        std::vector<Receiver> receivers;  ///< by target of the rule; none: it has none in this table

        std::span<const Receiver> receivers_of(std::size_t i) const {
            const std::size_t begin = rule->begin_of_targets(i);
            return std::span(receivers).subspan(begin, rule->begin_of_targets(i + 1) - begin);
        }
        /// How many of the targets of cell i are in this table.
        Share share(std::size_t i) const;
        /// The connections of cell i whose targets are in this table, where these are some of its targets.
        std::vector<std::uint32_t> connections_here(std::size_t i) const;
    };

    /// Of these first connections of a rule, half must differ in their delays for connections to have their own.
    static constexpr std::size_t judged_delays = 4096;

    /// Adds `count` connections, get(0), get(1), ...
    void add(std::size_t count, std::function<Single(std::size_t)> get);
    /// Adds a rule's connections onto those of its targets that have a receiver in this table. `receivers[j]`: that of
    /// rule.targets[j]; none: it has none in this table. The key of a source is its gid. `rule` must outlive this.
    void add(const RuleConnections& rule, std::vector<Receiver> receivers);

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
        for (std::size_t i = 0; i < made.rule->cells(); ++i) {
            const Share share = made.share(i);
            if (share == Share::none) continue;
            const std::span<const Gid> sources = made.rule->sources(i);
            if (share == Share::all) {
                for (const Gid gid : sources) act(static_cast<std::uint32_t>(gid));
            } else {
                for (const std::uint32_t k : made.connections_here(i)) act(static_cast<std::uint32_t>(sources[k]));
            }
        }
    }

    std::vector<std::variant<Singles, OfRule>> runs_;
    std::size_t size_ = 0;
    bool keeps_places_ = false;
};

}  // namespace ranvier::engine
