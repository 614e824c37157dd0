#include "engine/connection/connections.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <thread>
#include <tuple>

#include "tests/engine/connection/small_layout.hpp"

namespace ranvier::engine {
namespace {

constexpr std::uint32_t sources = 12, targets = 40;

/// What a connection should be.
struct Plain {
    SourceId source;
    TargetNumber target;
    double delay;
    std::vector<double> weights;
    bool is_active = true;
};

using Plains = std::map<std::uint32_t, Plain>;

/// Every third source has a gid, twice its number.
Gid gid_of_source(std::uint32_t source) {
    return source % 3 == 0 ? static_cast<Gid>(2 * source) : -1;
}

SourceId source_of_gid(Gid gid) {
    const bool is_here = gid % 6 == 0 && gid < static_cast<Gid>(2 * sources);
    return is_here ? SourceId{static_cast<std::uint32_t>(gid) / 2} : input_of(gid);
}

/// The connections of a rule onto these cells, which have a target each.
RuleConnections onto(std::shared_ptr<const Rule> rule, const std::vector<std::uint32_t>& cells, std::uint32_t weights) {
    RuleConnections made;
    made.rule = std::move(rule);
    made.positions = cells, made.targets = targets_of(cells);
    made.weights = weights;
    made.incoming = incoming(*made.rule, made.positions);
    return made;
}

/// The same, of cells that have one to three of these targets.
RuleConnections onto_several(std::shared_ptr<const Rule> rule, const std::vector<std::uint32_t>& all,
                             std::uint32_t weights) {
    RuleConnections made;
    made.rule = std::move(rule);
    made.targets = targets_of(all);
    made.weights = weights;
    for (std::uint32_t begin = 0; begin < all.size(); begin += 1 + begin % 3) {
        made.positions.push_back(all[begin]);
        made.first_target.push_back(begin);
    }
    made.first_target.push_back(static_cast<std::uint32_t>(all.size()));
    made.incoming = incoming(*made.rule, made.positions);
    return made;
}

/// A rule that draws sources, synapses, delays and weights for these targets, of one parity.
void add_by_rule(Connections& connections, Plains& model, std::uint32_t seed) {
    const std::uint32_t odd = seed % 2, weights = odd ? 3 : 1;
    auto rule = std::make_shared<Rule>();
    rule->kind = seed % 3 == 0 ? Rule::Kind::fixed_indegree : Rule::Kind::pairwise_bernoulli;
    rule->sources = GidSet::range(0, 60), rule->targets = GidSet::range(1000, targets);
    rule->count = 3, rule->probability = 0.1;
    rule->seed = seed;
    rule->delay.kind = Distribution::Kind::uniform, rule->delay.a = 0, rule->delay.b = 2;
    if (seed % 2 == 0) rule->delay.resolution = 0.5;  // otherwise most differ
    rule->weight.kind = Distribution::Kind::normal, rule->weight.b = 1;
    if (odd) rule->more_weights.resize(1), rule->more_weights[0] = rule->weight;
    rule->pick.kind = Pick::Kind::uniform;
    rule->check();
    std::vector<std::uint32_t> all_targets;
    for (std::uint32_t t = odd; t < targets; t += 2) all_targets.push_back(t);
    std::uint32_t number = connections.end();
    const RuleConnections cells =
        seed % 5 < 3 ? onto_several(rule, all_targets, weights) : onto(rule, all_targets, weights);
    connections.add_by_rule(cells);
    const Incoming made = incoming(*rule, cells.positions);
    for (std::size_t i = 0; i < cells.cells(); ++i) {
        for (std::uint32_t k = 0; k < made.sources(i).size(); ++k) {
            std::vector<double> all(weights);
            const Gid target = rule->targets[cells.positions[i]];
            const double delay = rule->delay.draw_one(rule->random(), Use::delay, target, k, 0);
            all[0] = rule->weight.draw_one(rule->random(), Use::weight, target, k, 0);
            if (odd) all[1] = rule->weight.draw_one(rule->random(), Use::second_weight, target, k, 0);
            const std::span<const TargetNumber> of_cell = cells.targets_of(i);
            std::uint32_t pick;
            rule->pick.draw(rule->random(), target, static_cast<std::uint32_t>(of_cell.size()), {&k, 1}, 0, {&pick, 1});
            model[number++] = {source_of_gid(made.sources(i)[k]), of_cell[pick], delay, all};
        }
    }
    ASSERT_EQ(connections.end(), number);
}

/// Tasks on a thread each.
void on_threads(std::size_t n, const std::function<void(std::size_t)>& act) {
    std::vector<std::thread> threads;
    for (std::size_t k = 0; k < n; ++k) threads.emplace_back([&, k] { act(k); });
    for (std::thread& thread : threads) thread.join();
}

/// Targets of even numbers have one weight and lie in tables of mechanism 0, the others three weights and mechanism 1;
/// the first half lies in block 0, the second in block 1. The last two have no place.
class Layouts {
  public:
    explicit Layouts(TableOrder order) : order_(order) {
        for (std::uint32_t block = 0; block < 2; ++block) {
            auto receivers = std::make_shared<std::vector<TargetNumber>>();
            for (const std::uint32_t odd : {0u, 1u}) {
                for (std::uint32_t t = block * targets / 2; t < (block + 1) * targets / 2; ++t) {
                    if (t % 2 != odd || t + 2 >= targets) continue;
                    places_.resize(targets);
                    const TableNumber table{is_mixed() ? block : 2 * block + odd};
                    places_[t] = {block, Receiver{static_cast<std::uint32_t>(receivers->size())}, table};
                    receivers->push_back(TargetNumber{t});
                }
            }
            receivers_.push_back(receivers);
        }
    }

    Connections::Layout make() const {
        Connections::Layout layout;
        layout.sources = sources;
        layout.targets = places_;
        layout.for_each_table = on_threads;
        for (std::uint32_t s = 0; s < sources; ++s) layout.gid_of_source.push_back(gid_of_source(s));
        for (std::uint32_t t = 0; t < (is_mixed() ? 2u : 4u); ++t) {
            ConnectionTable table;
            table.order = order_;
            table.block = is_mixed() ? t : t / 2;
            table.has_many_mechanisms = is_mixed();
            table.stride = is_mixed() ? 0 : t % 2 == 0 ? 1 : 3;
            table.keeps_weights = is_mixed() ? t == 0 : t % 2 == 0;
            table.target_of_receiver = receivers_[table.block];
            layout.tables.push_back(table);
        }
        return layout;
    }
    bool has_place(TargetNumber target) const { return place(target).receiver != Receiver::none; }
    const TargetPlace& place(TargetNumber target) const { return places_[index_of(target)]; }
    TableOrder order() const { return order_; }

  private:
    bool is_mixed() const { return order_ != TableOrder::delay_and_receiver; }

    TableOrder order_;
    std::vector<TargetPlace> places_;
    std::vector<std::shared_ptr<const std::vector<TargetNumber>>> receivers_;
};

void expect_same(Connections& connections, const Plains& model) {
    const ConnectionsByNumber look = connections.by_number();
    std::uint32_t count = 0;
    connections.for_each_number([&](std::uint32_t n) {
        ++count;
        ASSERT_TRUE(model.contains(n));
        const Plain& plain = model.at(n);
        const Connection it = look[n];
        ASSERT_EQ(it.source, plain.source);
        ASSERT_EQ(it.target, plain.target);
        ASSERT_EQ(look.source(n), plain.source);
        ASSERT_EQ(look.target(n), plain.target);
        ASSERT_EQ(look.delay(n), plain.delay);
        ASSERT_EQ(it.delay, plain.delay);
        ASSERT_EQ(it.is_active, plain.is_active);
        ASSERT_TRUE(std::equal(it.weights.begin(), it.weights.end(), plain.weights.begin(), plain.weights.end()));
    });
    ASSERT_EQ(count, model.size());
    std::multiset<std::tuple<SourceId, TargetNumber, double>> stored, wanted;
    connections.for_each([&](const Connection& it) { stored.emplace(it.source, it.target, it.delay); });
    for (const auto& [n, plain] : model) wanted.emplace(plain.source, plain.target, plain.delay);
    ASSERT_EQ(stored, wanted);
}

/// Groups know how many of their connections were made before those of shorter delays.
void expect_early_groups(Connections& connections, const Fan& fan) {
    const ConnectionTable& table = connections.tables()[fan.table];
    std::uint32_t first = nothing;  // of the connections with shorter delays
    for (Group g = fan.group;; ++g) {
        std::uint32_t before = 0, first_of_group = nothing;
        for (std::uint32_t k = table.first_of(g); k < table.first_of(next(g)); ++k) {
            const std::uint32_t number = connections.by_number().number_of(fan.table, k);
            before += number < first;
            first_of_group = std::min(first_of_group, number);
        }
        if (g > fan.group) {
            ASSERT_EQ(table.made_before(g), before);
        }
        first = std::min(first, first_of_group);
        if (table.is_last_of_source(g)) break;
    }
}

/// Every spike reaches what it should, in the order of delivery.
void expect_in_order(Connections& connections, const Plains& model, const Layouts& layouts) {
    std::set<std::uint32_t> found;
    for (const auto& [n, plain] : model) {
        if (plain.source == SourceId::none) continue;
        std::optional<std::tuple<TableNumber, double, Receiver, std::uint32_t>> previous;
        for (const Fan& fan : connections.fans(plain.source)) {
            const ConnectionTable& table = connections.tables()[fan.table];
            for (Group g = fan.group;; ++g) {
                for (std::uint32_t k = table.first_of(g); k < table.first_of(next(g)); ++k) {
                    const std::uint32_t number = connections.by_number().number_of(fan.table, k);
                    found.insert(number);
                    const Plain& each = model.at(number);
                    ASSERT_EQ(each.source, plain.source);
                    ASSERT_EQ(layouts.place(each.target).table, fan.table);
                    ASSERT_EQ(layouts.place(each.target).receiver, table.receiver[k]);
                    ASSERT_EQ(table.delay(g), each.delay);
                    const std::tuple order{
                        fan.table, layouts.order() == TableOrder::creation ? 0. : each.delay,
                        layouts.order() == TableOrder::delay_and_receiver ? table.receiver[k] : Receiver{0}, number};
                    ASSERT_TRUE(!previous || *previous < order);
                    previous = order;
                    const double* weights = table.weights.data() + table.weight_begin(k);
                    ASSERT_TRUE(std::equal(each.weights.begin(), each.weights.end(), weights));
                    ASSERT_EQ(connections.by_number().number_of_weight(fan.table, table.weight_begin(k)), number);
                }
                if (table.is_last_of_source(g)) break;
            }
            if (layouts.order() == TableOrder::delay) expect_early_groups(connections, fan);
        }
    }
    for (const auto& [n, plain] : model) {
        const bool delivers = plain.source != SourceId::none && plain.target != TargetNumber::none && plain.is_active;
        EXPECT_EQ(found.contains(n), delivers && layouts.has_place(plain.target));
    }
}

class ConnectionsIn : public testing::TestWithParam<TableOrder> {};

// Random changes against a map, with tables made again now and then.
TEST_P(ConnectionsIn, AgreeWithAMap) {
    const Layouts layouts(GetParam());
    std::mt19937 random(5);
    const auto draw = [&](std::uint32_t below) { return static_cast<std::uint32_t>(random() % below); };
    const auto draw_target = [&] { return draw(10) == 0 ? TargetNumber::none : TargetNumber{draw(targets)}; };
    const auto weights_onto = [](TargetNumber target) {
        return target == TargetNumber::none || index_of(target) % 2 == 0 ? 1u : 3u;
    };
    for (int round = 0; round < 30; ++round) {
        Connections connections(source_of_gid);
        Plains model;
        for (int step = 0; step < 400; ++step) {
            const std::uint32_t what = draw(100);
            if (draw(40) == 0) {
                add_by_rule(connections, model, draw(1000));
                continue;
            }
            const bool adds = what < 45 || model.empty();
            if (!connections.ruled().folded().empty() && !adds) {
                const std::uint32_t way = draw(3);
                if (way == 0) connections.unfold();
                if (way == 2) connections.by_number().hide();
                if (way == 1) connections.arrange(layouts.make());
            }
            if (adds) {
                const std::uint32_t kind = draw(12);
                const TargetNumber target = draw_target();
                const SourceId source = kind == 0  ? SourceId::none
                                        : kind < 5 ? input_of(static_cast<Gid>(draw(30) * 1000 + 1))
                                                   : SourceId{draw(sources)};
                Plain plain{source, target, draw(4) * 0.5, std::vector<double>(weights_onto(target)), true};
                plain.weights[0] = step;
                model[connections.add(source, target, plain.delay, weights_onto(target), step)] = plain;
                continue;
            }
            const auto at = std::next(model.begin(), draw(static_cast<std::uint32_t>(model.size())));
            const std::uint32_t n = at->first;
            Plain& plain = at->second;
            if (what < 50) {
                auto gone = at;
                for (std::uint32_t left = draw(8) == 0 ? 60 : 1; left > 0 && gone != model.end(); --left) {
                    connections.remove(gone->first);
                    gone = model.erase(gone);
                }
            } else if (what < 58) {
                plain.delay = draw(4) * 0.5;
                connections.set_delay(n, plain.delay);
            } else if (what < 64) {
                plain.is_active = draw(2) == 0;
                connections.set_active(n, plain.is_active);
            } else if (what < 70) {
                plain.target = draw_target();
                plain.weights.resize(weights_onto(plain.target));
                std::fill(plain.weights.begin() + 1, plain.weights.end(), 0.);
                connections.set_target(n, plain.target, weights_onto(plain.target));
                for (std::size_t k = 1; k < plain.weights.size(); ++k) connections.by_number().weights(n)[k] = 0;
            } else if (what < 72) {
                plain.source = SourceId::none;
                connections.clear_source(n);
            } else if (what < 74) {
                plain.target = TargetNumber::none;
                connections.clear_target(n);
            } else if (what < 90) {
                connections.unfold();
                connections.note_change(n);
                for (std::size_t k = 0; k < plain.weights.size(); ++k) {
                    plain.weights[k] = draw(1000);
                    connections.by_number().weights(n)[k] = plain.weights[k];
                }
            } else if (what < 96) {
                connections.arrange(layouts.make());
                if (draw(2) == 0) continue;
                expect_in_order(connections, model, layouts);
            } else {
                expect_same(connections, model);
            }
            if (HasFatalFailure()) return;
        }
        connections.unfold();
        for (const SourceId source : {SourceId{0}, SourceId{5}, input_of(1), input_of(7001), input_of(7)}) {
            std::vector<std::uint32_t> found = connections.by_number().from(source), wanted;
            std::erase_if(found, [&](std::uint32_t n) {
                return !connections.exists(n) || connections.by_number().source(n) != source;
            });
            for (const auto& [n, plain] : model) {
                if (plain.source == source) wanted.push_back(n);
            }
            EXPECT_EQ(found, wanted);
            if (!wanted.empty() && is_input(source)) {
                EXPECT_TRUE(connections.is_any_from(source));
            }
        }
        const std::vector<double> all = connections.by_number().all_weights();
        EXPECT_FALSE(connections.set_all_weights(std::span(all).first(all.size() - 1)));
        connections.arrange(layouts.make());
        EXPECT_EQ(connections.by_number().all_weights(), all);
        expect_same(connections, model);
    }
}

const auto every_order = testing::Values(TableOrder::delay_and_receiver, TableOrder::delay, TableOrder::creation);

const char* name_of(TableOrder order) {
    switch (order) {
        case TableOrder::delay_and_receiver:
            return "ofDelivery";
        case TableOrder::delay:
            return "ofDelays";
        case TableOrder::creation:
            break;
    }
    return "ofCreation";
}

INSTANTIATE_TEST_SUITE_P(Order, ConnectionsIn, every_order, [](const auto& of) { return name_of(of.param); });

TEST(Connections, KeepNothingOfThoseRemoved) {
    const Layouts layouts(TableOrder::delay_and_receiver);
    Connections connections;
    std::uint32_t latest = connections.add(SourceId{2}, TargetNumber{0}, 1, 1, 0.5);
    std::size_t first = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        const std::uint32_t next = connections.add(SourceId{1}, TargetNumber{2}, 1, 1, 0.25);
        if (trial > 0) connections.remove(latest);
        latest = next;
        connections.arrange(layouts.make());
        if (trial == 100) first = connections.bytes();
    }
    EXPECT_LE(connections.bytes(), first + 100);
    EXPECT_EQ(connections.by_number().weights(latest)[0], 0.25);
    EXPECT_FALSE(connections.exists(latest - 1));
    EXPECT_EQ(connections.by_number().from(SourceId{1}), std::vector{latest});
    EXPECT_EQ(connections.by_number().from(SourceId{2}), std::vector{0u});
}

TEST(Connections, TakeSixteenBytesInTables) {
    Connections connections;
    constexpr std::uint32_t count = 40000;
    for (std::uint32_t n = 0; n < count; ++n)
        connections.add(SourceId{n % sources}, TargetNumber{2 * (n % 19)}, 1, 1, 0.5);
    EXPECT_LE(connections.bytes(), 48u * count);
    connections.arrange(Layouts(TableOrder::delay_and_receiver).make());
    EXPECT_LE(connections.bytes(), 16.5 * count);
}

TEST(Connections, TakeTwentyBytesWithDelaysOfTheirOwn) {
    Connections connections(source_of_gid);
    auto rule = std::make_shared<Rule>();
    rule->kind = Rule::Kind::fixed_indegree, rule->count = 4000;
    rule->sources = GidSet::range(0, 60), rule->targets = GidSet::range(1000, targets);
    rule->delay.kind = Distribution::Kind::uniform, rule->delay.a = 1, rule->delay.b = 2;
    std::vector<std::uint32_t> positions;
    for (std::uint32_t t = 0; t < targets - 2; t += 2) positions.push_back(t);
    connections.add_by_rule(onto(rule, positions, 1));
    connections.arrange(Layouts(TableOrder::delay_and_receiver).make());
    EXPECT_LE(connections.bytes(), 20.5 * connections.end());
}

// The places of a rule's connections are found when one of them is looked up.
TEST(Connections, TakeTwelveBytesIfMadeByRule) {
    Connections connections(source_of_gid);
    auto rule = std::make_shared<Rule>();
    rule->kind = Rule::Kind::fixed_indegree, rule->count = 4000;
    rule->sources = GidSet::range(0, 60), rule->targets = GidSet::range(1000, targets);
    std::vector<std::uint32_t> positions;
    for (std::uint32_t t = 0; t < targets - 2; t += 2) positions.push_back(t);
    connections.add_by_rule(onto(rule, positions, 1));
    connections.add(SourceId{0}, TargetNumber{0}, 1, 1, 0.5);
    const std::uint32_t count = connections.end();
    for (int round = 0; round < 3; ++round) {
        connections.arrange(Layouts(TableOrder::delay_and_receiver).make());
        EXPECT_LE(connections.bytes(), 12.5 * count);
        EXPECT_TRUE(connections.exists(5));
        EXPECT_FALSE(connections.exists(count));
        EXPECT_LE(connections.bytes(), 12.5 * count);
        const Connection it = connections.by_number()[5];
        EXPECT_EQ(it.target, TargetNumber{0});
        EXPECT_GT(connections.bytes(), 16. * count);
        connections.by_number().hide();
        EXPECT_LE(connections.bytes(), 12.5 * count);
    }
    connections.note_change(7);
    connections.by_number().weights(7)[0] = 2.5;
    connections.arrange(Layouts(TableOrder::delay_and_receiver).make());
    EXPECT_GT(connections.bytes(), 16. * count) << "the rule has another weight";
    EXPECT_EQ(connections.by_number().weights(7)[0], 2.5);
    connections.remove(5);
    connections.by_number().hide();  // now without effect
    EXPECT_FALSE(connections.exists(5));
    EXPECT_EQ(connections.by_number()[6].target, TargetNumber{0});
}

/// A rule whose tables have more than 2^18 connections each, and so are filled in parts, for targets of one parity.
class LargeRule : public testing::TestWithParam<std::tuple<TableOrder, std::uint32_t, bool>> {
  protected:
    LargeRule() {
        rule_->kind = Rule::Kind::fixed_indegree, rule_->count = 30000;
        rule_->sources = GidSet::range(0, 3000), rule_->targets = GidSet::range(1000, targets);
        rule_->delay.kind = Distribution::Kind::uniform, rule_->delay.b = 2;
        if (delays_are_shared()) rule_->delay.resolution = 0.5;
        rule_->weight.kind = Distribution::Kind::normal, rule_->weight.b = 1;
        rule_->seed = 3;
        for (std::uint32_t t = odd(); t + 2 < targets; t += 2) positions_.push_back(t);
    }
    TableOrder order() const { return std::get<0>(GetParam()); }
    std::uint32_t odd() const { return std::get<1>(GetParam()); }
    bool delays_are_shared() const { return std::get<2>(GetParam()); }

    std::shared_ptr<Rule> rule_ = std::make_shared<Rule>();
    std::vector<std::uint32_t> positions_;
};

TEST_P(LargeRule, IsInTheTablesAsDrawn) {
    const Layouts layouts(order());
    Connections connections(source_of_gid);
    connections.add_by_rule(onto(rule_, positions_, odd() ? 3 : 1));
    connections.arrange(layouts.make());
    connections.arrange(layouts.make());  // again from the rule, where its tables keep weights
    EXPECT_TRUE(std::any_of(connections.tables().all().begin(), connections.tables().all().end(),
                            [](const ConnectionTable& table) { return table.size() > 1u << 18; }));
    const Incoming made = incoming(*rule_, positions_);
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < positions_.size(); ++i) {
        const Gid target = rule_->targets[positions_[i]];
        for (std::uint32_t k = 0; k < rule_->count; ++k) {
            const Connection it = connections.by_number()[number++];
            ASSERT_EQ(it.source, source_of_gid(made.sources(i)[k]));
            ASSERT_EQ(it.target, TargetNumber{positions_[i]});
            ASSERT_EQ(it.delay, rule_->delay.draw_one(rule_->random(), Use::delay, target, k, 0));
            ASSERT_EQ(it.weights[0], rule_->weight.draw_one(rule_->random(), Use::weight, target, k, 0));
            ASSERT_EQ(it.weights.size(), odd() ? 3 : 1);
        }
    }
    EXPECT_EQ(connections.end(), number);
}

INSTANTIATE_TEST_SUITE_P(Order, LargeRule, testing::Combine(every_order, testing::Values(0u, 1u), testing::Bool()),
                         [](const auto& of) {
                             return std::string(name_of(std::get<0>(of.param))) +
                                    (std::get<1>(of.param) == 0 ? "OneWeight" : "ThreeWeights") +
                                    (std::get<2>(of.param) ? "SharedDelays" : "");
                         });

}  // namespace
}  // namespace ranvier::engine
