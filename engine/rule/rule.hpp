#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/rule/contacts.hpp"
#include "engine/rule/distribution.hpp"
#include "engine/rule/gid_set.hpp"
#include "engine/rule/incoming.hpp"
#include "engine/rule/making.hpp"
#include "engine/rule/pick.hpp"
#include "engine/rule/space.hpp"
#include "engine/rule/tasks.hpp"

namespace ranvier::engine {

/// A rule that says which cells are connected, and how. It is the same on every rank; a rank makes the connections onto
/// its own cells from it, without visiting others.
struct Rule {
    enum class Kind : std::uint8_t {
        one_to_one,          ///< source k to target k
        all_to_all,          ///< every source to every target
        fixed_indegree,      ///< `count` random sources for each target
        fixed_outdegree,     ///< `count` random targets for each source
        fixed_total_number,  ///< `count` random pairs in all
        pairwise_bernoulli,  ///< each pair with this probability
        adjacent,            ///< source k to targets k + offset, ..., k + offset + count - 1, around the end
        table,               ///< the pairs of a list
    };
    /// Pairs in a list, in order of target.
    struct Table {
        std::vector<std::uint64_t> first;  ///< by position of the target; one more at the end
        std::vector<Gid> sources;
    };

    Kind kind = Kind::one_to_one;
    GidSet sources, targets;
    std::uint64_t count = 0;
    std::int64_t offset = 0;
    double probability = 0;
    bool autapses = true;  ///< whether a cell may be connected to itself
    Contacts contacts;
    bool multapses = true;  ///< whether the same pair may be connected more than once, where pairs are drawn
    Distribution weight, delay;
    /// Of the second weight, the third, ...; weights that a connection has beyond these are 0. At most most_weights - 1.
    std::vector<Distribution> more_weights;
    /// Where the cells are, if probabilities or delays depend on their distance.
    std::shared_ptr<const Space> space;
    bool draws_by_distance =
        false;            ///< pairwise_bernoulli and fixed_indegree: probabilities have the factors of `space`
    double velocity = 0;  ///< > 0: distance over velocity is added to delays [um/ms]
    Pick pick;
    std::optional<Making> making;  ///< if the rule makes the synapses, in which case each connection has its own
    /// What the script calls the synapses of the targets, or where it makes them; empty: these are artificial cells. Not
    /// read by the engine, but ranks have to agree on it.
    std::string onto;
    std::uint64_t seed = 0;
    std::uint32_t number = 0;  ///< of the rule: rules with the same seed draw different numbers
    std::shared_ptr<const Table> table;
    /// Connections in the whole list of which the table is this rank's part; 0: not known.
    std::uint64_t list_size = 0;

    /// Throws std::invalid_argument, which says why no network can meet the rule.
    void check() const;
    static constexpr std::size_t most_weights = 100;
    /// Whether an array gives values to each connection, so that the rule itself takes memory for each.
    bool has_values() const;
    /// Whether a weight depends on the place of its connection's synapse.
    bool has_values_of_places() const;
    /// The distribution of weight w, counted from 0; null: it is 0.
    const Distribution* weight_of(std::uint32_t w) const {
        if (w == 0) return &weight;
        return w <= more_weights.size() ? &more_weights[w - 1] : nullptr;
    }
    /// The place of the first connection onto a target among the values of an array. `onto_each`: the number of
    /// connections onto it, which is that of each other where there is an array.
    std::size_t first_value(std::uint32_t position, std::size_t onto_each) const {
        return kind == Kind::table ? table->first[position] : position * onto_each;
    }
    KeyedRandom random() const { return {seed, number}; }
    bool has_one_delay() const { return delay.kind == Distribution::Kind::constant && velocity == 0; }
    /// The delays [ms] of the connections k[0], k[1], ... onto the target of this position, all of whose sources are given.
    void draw_delays(std::uint32_t position, std::span<const Gid> all_sources, std::span<const std::uint32_t> k,
                     std::span<double> to) const;
    /// Almost certainly differs between rules that are not the same.
    std::uint64_t digest() const;
};

/// A rule of kind `table`, which makes the connections of a list: sources[i] to targets[i], as often as they are listed.
/// Connections onto the same target keep their order. `order`: receives the place in the list of each of the table's
/// connections, by which weights and delays have to be sorted. Throws std::invalid_argument if a gid is none.
Rule rule_of_list(std::span<const Gid> sources, std::span<const Gid> targets, std::vector<std::uint32_t>& order);

/// How many connections a rule makes onto this number of its targets: exactly, or on average where their number is drawn,
/// or cells are not connected to themselves; by distance, judged by some of the targets.
double expected_connections(const Rule& rule, std::size_t targets);

/// `targets`: positions in rule.targets, ascending. The rule must have been checked. Tasks make the connections of parts
/// of the targets (fixed_outdegree: of the sources); the result does not depend on how they are divided.
Incoming incoming(const Rule& rule, std::span<const std::uint32_t> targets,
                  const ForEachTask& for_each_task = one_by_one);

}  // namespace ranvier::engine
