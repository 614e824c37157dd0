#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <vector>

#include "engine/connection/arrange.hpp"

namespace ranvier::engine {

/// Targets 0, 1, ... of two tables, by parity: receiver 10 + t / 2 of block t % 2. The last target has no receiver.
class SmallLayout {
  public:
    SmallLayout(std::uint32_t targets, std::size_t sources, TableOrder order = TableOrder::delay_and_receiver) {
        std::vector<std::vector<TargetNumber>> receivers(2, std::vector<TargetNumber>(10, TargetNumber::none));
        for (std::uint32_t t = 0; t < targets; ++t) {
            places_.push_back(
                {t % 2, Receiver{static_cast<std::uint32_t>(receivers[t % 2].size())}, TableNumber{t % 2}});
            receivers[t % 2].push_back(TargetNumber{t});
        }
        places_.back() = {};
        layout_.sources = sources;
        layout_.gid_of_source.assign(sources, -1);
        for (std::uint32_t t = 0; t < 2; ++t) {
            ConnectionTable table;
            table.block = t;
            table.order = order;
            table.keeps_weights = true;
            table.target_of_receiver = std::make_shared<std::vector<TargetNumber>>(receivers[t]);
            layout_.tables.push_back(table);
        }
        layout_.targets = places_;
    }
    SmallLayout(const SmallLayout&) = delete;
    SmallLayout& operator=(const SmallLayout&) = delete;
    TableLayout& get() { return layout_; }

  private:
    std::vector<TargetPlace> places_;
    TableLayout layout_;
};

inline std::vector<TargetNumber> targets_of(const std::vector<std::uint32_t>& numbers) {
    std::vector<TargetNumber> all;
    for (const std::uint32_t number : numbers) all.push_back(TargetNumber{number});
    return all;
}

inline std::vector<Receiver> receivers(std::initializer_list<std::uint32_t> numbers) {
    std::vector<Receiver> all;
    for (const std::uint32_t number : numbers) all.push_back(Receiver{number});
    return all;
}

/// A rule from gids 0, 1, ... of this number to all of these targets, of gids 1000, 1001, ...
inline std::shared_ptr<Rule> all_to_all(std::uint32_t sources, std::uint32_t targets, double weight, double delay) {
    auto rule = std::make_shared<Rule>();
    rule->kind = Rule::Kind::all_to_all;
    rule->sources = GidSet::range(0, sources), rule->targets = GidSet::range(1000, targets);
    rule->weight.kind = rule->delay.kind = Distribution::Kind::constant;
    rule->weight.a = weight, rule->delay.a = delay;
    rule->check();
    return rule;
}

/// Its connections onto targets 0, 1, ... of this rank.
inline RuleConnections connections_of(std::shared_ptr<const Rule> rule, std::uint32_t first) {
    RuleConnections made;
    made.rule = std::move(rule);
    for (std::uint32_t t = 0; t < made.rule->targets.size(); ++t) {
        made.positions.push_back(t);
        made.targets.push_back(TargetNumber{t});
    }
    made.first = first;
    made.incoming = incoming(*made.rule, made.positions);
    return made;
}

}  // namespace ranvier::engine
