#include "engine/connection/ruled_connections.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

#include "engine/connection/release.hpp"
#include "engine/connection/table_filler.hpp"

namespace ranvier::engine {

void RuledConnections::draw(const RuleConnections& made, std::size_t i, const Act& act) const {
    const std::span<const Gid> sources = made.sources(i);
    std::vector<std::uint32_t> all(sources.size());
    std::iota(all.begin(), all.end(), 0u);
    std::vector<double> delays(sources.size()), of_one(made.weights);
    std::vector<std::vector<double>> weights(made.given_weights(), std::vector<double>(sources.size()));
    std::vector<std::uint32_t> picks(sources.size());
    made.draw_delays(i, all, delays);
    for (std::uint32_t w = 0; w < weights.size(); ++w) made.draw_weights(i, w, all, weights[w]);
    made.draw_picks(i, all, picks);
    for (std::size_t k = 0; k < sources.size(); ++k) {
        for (std::size_t w = 0; w < weights.size(); ++w) of_one[w] = weights[w][k];
        act(made.number(i, k), {source_of(sources[k]), made.targets_of(i)[picks[k]], delays[k], of_one, true});
    }
}

// --- folded rules ---------------------------------------------------------------------------------------------------

std::vector<RuleConnections> RuledConnections::take_folded() {
    return std::exchange(folded_, {});
}

Connection RuledConnections::look(std::uint32_t number) {
    const auto behind = std::upper_bound(folded_.begin(), folded_.end(), number,
                                         [](std::uint32_t n, const RuleConnections& made) { return n < made.first; });
    const RuleConnections& made = *(behind - 1);
    const std::size_t i = made.incoming.target(number - made.first);
    const std::uint32_t k = number - made.number(i, 0);
    double delay;
    std::uint32_t pick;
    made.draw_delays(i, {&k, 1}, {&delay, 1});
    made.draw_picks(i, {&k, 1}, {&pick, 1});
    looked_at_.assign(made.weights, 0.);
    for (std::uint32_t w = 0; w < made.given_weights(); ++w) made.draw_weights(i, w, {&k, 1}, {&looked_at_[w], 1});
    return {source_of(made.sources(i)[k]), made.targets_of(i)[pick], delay, looked_at_, true};
}

void RuledConnections::for_each(const std::function<void(const Connection&)>& act) const {
    for (const RuleConnections& made : folded_) {
        for (std::size_t i = 0; i < made.cells(); ++i) {
            draw(made, i, [&](std::uint32_t, const Connection& it) { act(it); });
        }
    }
}

void RuledConnections::for_each_source(const std::function<void(SourceId source)>& act) const {
    for (const RuleConnections& made : folded_) {
        // Where most sources have one connection or none, a list as long as they would be the largest of all.
        if (made.count() < made.rule->sources.size()) {
            for (std::size_t i = 0; i < made.cells(); ++i) {
                for (const Gid gid : made.sources(i)) act(source_of(gid));
            }
            continue;
        }
        std::vector<bool> is_known(made.rule->sources.size());
        std::size_t unknown = is_known.size();
        // Soon none is unknown, where a source has many connections.
        for (std::size_t i = 0; i < made.cells() && unknown > 0; ++i) {
            for (const Gid gid : made.sources(i)) {
                const std::uint32_t position = made.rule->sources.position(gid);
                if (is_known.at(position)) continue;
                is_known[position] = true;
                --unknown;
                act(source_of(gid));
            }
        }
    }
}

bool RuledConnections::has_source(Gid gid) const {
    return std::any_of(folded_.begin(), folded_.end(),
                       [&](const RuleConnections& made) { return made.rule->sources.contains(gid); });
}

double RuledConnections::min_input_delay() const {
    double least = std::numeric_limits<double>::infinity();
    std::vector<std::uint32_t> all;
    std::vector<double> delays;
    for (const RuleConnections& made : folded_) {
        for (std::size_t i = 0; i < made.cells(); ++i) {
            const std::span<const Gid> sources = made.sources(i);
            all.resize(sources.size());
            std::iota(all.begin(), all.end(), 0u);
            delays.resize(sources.size());
            made.draw_delays(i, all, delays);
            for (std::size_t k = 0; k < sources.size(); ++k) {
                if (delays[k] < least && is_input(source_of(sources[k]))) least = delays[k];
            }
        }
    }
    return least;
}

// --- hidden rules ---------------------------------------------------------------------------------------------------

// Connections by rule have the places that the others leave, in the order in which each table was filled.
void RuledConnections::find_places(const ConnectionTables& tables, Places& places) const {
    if (hidden_.empty() || places.are_found()) return;
    std::vector<bool> is_taken(tables.size());
    places.for_each_given([&](std::uint32_t, Place place) {
        if (place.is_in_tables()) is_taken[place.index()] = true;
    });
    std::vector<RuleConnections> rules = hidden_;
    for (RuleConnections& made : rules) made.incoming = incoming(*made.rule, made.positions);
    std::vector<CellsOfTables> cells;
    for (const RuleConnections& made : rules) cells.emplace_back(made, place_of_target_, tables.all().size());
    places.begin_finding();
    for (std::uint32_t t = 0; t < tables.all().size(); ++t) {
        TableInput input;
        for (std::size_t r = 0; r < rules.size(); ++r) {
            input.add(rules[r], TableNumber{t}, place_of_target_, cells[r].of(TableNumber{t}));
        }
        const ConnectionTable& table = tables.all()[t];
        std::uint32_t place = table.begin;
        for_each_in_order(table.order, input, [&](std::uint32_t number) {
            while (is_taken[place]) ++place;
            places.find(number, Place::in_tables(place++));
        });
    }
}

bool RuledConnections::can_fold(const RuleConnections& made, const ConnectionTables& tables,
                                const Places& places) const {
    return !places.is_changed(made.first) &&
           std::all_of(made.targets.begin(), made.targets.end(), [&](TargetNumber target) {
               return tables[place_of_target_[index_of(target)].table].keeps_weights;
           });
}

std::vector<RuleConnections> RuledConnections::fold(const ConnectionTables& tables, Places& places) {
    const auto stays = [&](const RuleConnections& made) { return !can_fold(made, tables, places); };
    // Which needs all rules of the tables, in order of creation.
    if (std::any_of(hidden_.begin(), hidden_.end(), stays)) find_places(tables, places);
    const auto behind = std::stable_partition(hidden_.begin(), hidden_.end(), stays);
    for (auto made = behind; made != hidden_.end(); ++made) places.fold_run(made->first);
    folded_.insert(folded_.begin(), std::make_move_iterator(behind), std::make_move_iterator(hidden_.end()));
    hidden_.erase(behind, hidden_.end());
    return std::exchange(hidden_, {});
}

/// Whether all of the rule's connections go into tables, and the rule itself takes no memory for each of them.
bool RuledConnections::can_be_hidden(const RuleConnections& made, std::span<const TargetPlace> targets) {
    const Rule& rule = *made.rule;
    if (made.count() == 0 || rule.table || rule.has_values()) return false;
    return std::all_of(made.targets.begin(), made.targets.end(),
                       [&](TargetNumber target) { return targets[index_of(target)].receiver != Receiver::none; });
}

void RuledConnections::choose_hidden(std::span<const TargetPlace> targets, Places& places,
                                     const ForEachTask& for_each_task) {
    for (RuleConnections& made : folded_) {
        if (made.is_hidden) made.incoming = incoming(*made.rule, made.positions, for_each_task);
        made.is_hidden = can_be_hidden(made, targets);
        if (made.count() == 0) continue;
        made.is_hidden ? places.hide_run(made.first) : places.give_run(made.first);
    }
}

std::vector<RuleConnections> RuledConnections::hide(std::span<const TargetPlace> targets) {
    const auto behind = std::stable_partition(folded_.begin(), folded_.end(),
                                              [](const RuleConnections& made) { return made.is_hidden; });
    std::vector<RuleConnections> others(std::make_move_iterator(behind), std::make_move_iterator(folded_.end()));
    folded_.erase(behind, folded_.end());
    hidden_ = std::exchange(folded_, {});
    for (RuleConnections& made : hidden_) made.incoming = {};
    if (hidden_.empty()) {
        release(place_of_target_);
    } else {
        place_of_target_.assign(targets.begin(), targets.end());
    }
    return others;
}

std::size_t RuledConnections::bytes() const {
    std::size_t sum = place_of_target_.capacity() * sizeof(TargetPlace);
    for (const RuleConnections& made : hidden_) {
        sum += (made.positions.capacity() + made.first_target.capacity()) * sizeof(std::uint32_t) +
               made.targets.capacity() * sizeof(TargetNumber);
        for (const std::vector<double>& each : made.values) sum += each.capacity() * sizeof(double);
    }
    return sum;
}

}  // namespace ranvier::engine
