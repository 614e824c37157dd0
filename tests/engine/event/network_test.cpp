#include "engine/network/network.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/network/cell_connections.hpp"
#include "engine/network/gid_connections.hpp"
#include "engine/rule/rule.hpp"
#include "engine/solve/model.hpp"
#include "event/hand_made_cells.hpp"

namespace ranvier::engine {
namespace {

class NetworkTest : public testing::Test {
  protected:
    Model model;
    Network network{model};
    MechanismId adder = model.register_mechanism(hand_made::adder());
    MechanismId pacer = model.register_mechanism(hand_made::pacer());
    MechanismId leak = model.register_mechanism(hand_made::leak());
    InstanceId cell() { return model.create_artificial_cell(adder); }

    template <class Action>
    static std::string message_of(Action action) {
        try {
            action();
        } catch (const std::invalid_argument& e) {
            return e.what();
        }
        return "no error";
    }
};

TEST_F(NetworkTest, SharesOneSourceAmongNetConsOnOneVariable) {
    Section& soma = model.create_section("soma");
    const VariableRef v = model.reference(soma, *model.range_variable("v"), 0, .5);
    const NetConId a = network.connect(network.sources().of(v, &soma), cell());
    const NetConId b = network.connect(network.sources().of(v, &soma), cell());
    EXPECT_EQ(network.source(a), network.source(b));
    network.sources().set_threshold(network.source(a), -20);
    EXPECT_EQ(network.sources().threshold(network.source(b)), -20);
    EXPECT_EQ(network.netcons_of(network.source(a)), (std::vector{a, b}));
}

// Shared thresholds require that all cells advance in one block.
TEST_F(NetworkTest, KeepsTheThresholdOfAnInputWithoutSharingIt) {
    const SourceId input = network.source(network.gid_connect(7, cell()));
    EXPECT_EQ(network.sources().threshold(input), 10);
    network.sources().set_threshold(input, -20);
    EXPECT_EQ(network.sources().threshold(input), -20);
    EXPECT_TRUE(network.sources().changeable_thresholds().empty());
    const std::shared_ptr<double> shared = network.sources().changeable_threshold(input);
    EXPECT_EQ(*shared, -20);
    network.sources().set_threshold(input, -30);
    EXPECT_EQ(*shared, -30);
}

TEST_F(NetworkTest, KeepsWhatItIsGiven) {
    const InstanceId target = cell();
    const NetConId n = network.connect(network.sources().of(cell()), target, 2.5, .75);
    EXPECT_EQ(network.delay(n), 2.5);
    EXPECT_EQ(network.weight_count(n), 1);
    EXPECT_EQ(network.weight(n, 0), .75);
    EXPECT_EQ(network.target(n), target);
    EXPECT_EQ(network.netcons_onto(target), std::vector{n});
    EXPECT_TRUE(network.active(n));
    network.disconnect(n);
    EXPECT_FALSE(network.exists(n));
    EXPECT_TRUE(network.netcons().empty());
}

TEST_F(NetworkTest, LeavesTheNetConWhenItsTargetGoes) {
    const InstanceId target = cell();
    const NetConId n = network.connect(network.sources().of(cell()), target);
    network.forget(target);
    EXPECT_TRUE(network.exists(n));
    EXPECT_FALSE(network.target(n));
}

TEST_F(NetworkTest, NamesWhatIsWrong) {
    const InstanceId target = cell();
    EXPECT_EQ(message_of([&] { network.connect(SourceId::none, target, -1); }),
              "a NetCon's delay must be a number >= 0 ms, not -1");
    EXPECT_EQ(message_of([&] { network.sources().of(InstanceId{leak, 0}); }),
              "leak cannot be the source of a NetCon: it is not a point process");
    EXPECT_EQ(
        message_of([&] { network.gids().set_cell(7, network.source(network.connect(SourceId::none, target)), true); }),
        "gid 7 is not on this rank: call set_gid2node(7, id) first");
    network.gids().set_here(7);
    EXPECT_EQ(message_of([&] { network.gids().set_here(7); }), "gid 7 is already on this rank");
    EXPECT_EQ(message_of([&] { network.gid_connect(7, target); }),
              "gid 7 is on this rank, but it has no cell: call pc.cell first");
    network.gid_connect(8, target);
    EXPECT_EQ(message_of([&] { network.gids().set_here(8); }),
              "gid 8 is already an input of this rank: call set_gid2node before connecting to it");
    const NetConId n = network.connect(SourceId::none, target);
    EXPECT_EQ(message_of([&] { network.weight(n, 3); }),
              fmt::format("NetCon {} (no source -> Adder[0]) has 1 weights; there is no weight[3]",
                          static_cast<unsigned>(n)));
}

TEST_F(NetworkTest, TellsWhatItOwnsAndWants) {
    network.gids().set_here(3);
    EXPECT_EQ(network.gids().exists(3), 1);
    network.gids().set_cell(3, network.source(network.connect(network.sources().of(cell()), InstanceId{})), true);
    EXPECT_EQ(network.gids().exists(3), 3);
    network.gids().set_here(4);
    network.gids().set_cell(4, network.source(network.connect(network.sources().of(cell()), InstanceId{})), false);
    EXPECT_EQ(network.gids().exists(4), 2);
    EXPECT_EQ(network.gids().exists(5), 0);
    const NetConId n = network.gid_connect(9, cell());
    network.set_delay(n, .5);
    network.gid_connect(3, cell());
    EXPECT_EQ(network.gids().owned(), std::vector<Gid>{3});
    EXPECT_EQ(network.gids().wanted(), std::vector<Gid>{9});
    network.gids().set_output(4);
    EXPECT_EQ(network.gids().exists(4), 3);
    EXPECT_EQ(network.gids().owned(), (std::vector<Gid>{3, 4}));
    EXPECT_THROW(network.gids().set_output(9), std::invalid_argument);
    EXPECT_EQ(network.gids().min_input_delay(), .5);
}

// 10 cells on this rank with gids 0, 2, ..., 18; the odd ones are elsewhere.
class RulesOfANetwork : public NetworkTest {
  protected:
    std::vector<InstanceId> cells_;
    RulesOfANetwork() {
        for (Gid gid = 0; gid < 20; gid += 2) {
            cells_.push_back(cell());
            network.gids().set_cell(gid, cells_.back());
        }
    }
    std::shared_ptr<Rule> all_to_all(GidSet sources, GidSet targets) {
        auto rule = std::make_shared<Rule>();
        rule->kind = Rule::Kind::all_to_all;
        rule->sources = std::move(sources), rule->targets = std::move(targets);
        rule->delay.kind = Distribution::Kind::uniform, rule->delay.a = 1, rule->delay.b = 2;
        rule->weight.a = 0.25;
        rule->number = network.rules().next_number();
        rule->check();
        return rule;
    }
    std::uint64_t connect(std::shared_ptr<Rule> rule) {
        RuleTargets here = artificial_targets(network, rule->targets);
        return network.connect(std::move(rule), std::move(here));
    }
};

TEST_F(RulesOfANetwork, ConnectOnlyCellsOfThisRank) {
    EXPECT_EQ(connect(all_to_all(GidSet::range(4, 3), GidSet::range(0, 7))), 12u);
    EXPECT_EQ(network.gids().wanted(), std::vector<Gid>{5});
    std::vector<std::pair<Gid, Gid>> found;
    double least_from_elsewhere = 3;
    const auto others = for_each_gid_connection(network, model, [&](const GidConnection& it) {
        found.emplace_back(it.source, it.target);
        EXPECT_EQ(it.weights[0], 0.25);
        if (it.source == 5) least_from_elsewhere = std::min(least_from_elsewhere, it.delay);
    });
    EXPECT_EQ(others.count, 0u);
    ASSERT_EQ(found.size(), 12u);
    for (int k = 0; k < 12; ++k)
        EXPECT_EQ(found[static_cast<std::size_t>(k)], std::pair(Gid(4 + k % 3), Gid(2 * (k / 3))));
    EXPECT_EQ(network.gids().min_input_delay(), least_from_elsewhere);
}

TEST_F(RulesOfANetwork, MakeConnectionsThatCanBeChanged) {
    connect(all_to_all(GidSet::range(4, 3), GidSet::range(0, 7)));
    const std::vector<NetConId> onto = network.netcons_onto(cells_[3]);
    ASSERT_EQ(onto.size(), 3u);
    EXPECT_EQ(network.sources().info(network.source(onto[1])).gid, 5);
    network.set_delay(onto[1], 0.5);
    EXPECT_EQ(network.gids().min_input_delay(), 0.5);
    network.disconnect(onto[1]);
    EXPECT_EQ(network.netcons_onto(cells_[3]).size(), 2u);
    EXPECT_EQ(network.netcons().size(), 11u);
    network.forget(cells_[2]);
    EXPECT_EQ(network.netcons_onto(cells_[3]), (std::vector{onto[0], onto[2]}));
    EXPECT_EQ(network.source(onto[0]), SourceId::none);
}

TEST_F(RulesOfANetwork, AreRefusedAsAWhole) {
    network.gids().set_cell(20, model.create_artificial_cell(pacer));
    EXPECT_NE(
        message_of([&] {
            connect(all_to_all(GidSet::range(0, 3), GidSet::range(10, 20)));
        }).find("the targets of a rule must be of one mechanism, but that of gid 10 is a Adder and that of gid 20 a Pacer"),
        std::string::npos);
    Section& soma = model.create_section("soma");
    network.gids().set_here(31);
    const VariableRef v = model.reference(soma, *model.range_variable("v"), 0, .5);
    network.gids().set_cell(31, network.source(network.connect(network.sources().of(v, &soma), InstanceId{})), true);
    EXPECT_NE(message_of([&] {
                  connect(all_to_all(GidSet::range(0, 3), GidSet::range(31, 1)));
              }).find("gid 31 is not an artificial cell"),
              std::string::npos);
    EXPECT_EQ(network.netcons().size(), 1u) << "the one that gave gid 31 its source";
}

TEST_F(RulesOfANetwork, PickSynapsesOfTheirCells) {
    const auto rule = all_to_all(GidSet::range(4, 3), GidSet::range(0, 7));
    rule->pick.kind = Pick::Kind::uniform;
    RuleTargets here;
    for (std::uint32_t position = 0; position < 7; position += 2) {
        const std::vector<InstanceId> synapses{cell(), cell(), cell()};
        here.add(position, synapses);
    }
    EXPECT_EQ(network.connect(rule, here), 12u);
    std::size_t used = 0;
    for (std::size_t i = 0; i < here.size(); ++i) {
        std::size_t onto_cell = 0;
        for (const InstanceId synapse : here.of(i)) {
            const std::size_t onto = network.netcons_onto(synapse).size();
            onto_cell += onto;
            used += onto > 0;
        }
        EXPECT_EQ(onto_cell, 3u);
    }
    EXPECT_GT(used, 4u) << "and so not always the first one";
    EXPECT_EQ(network.connect(rule, {}), 0u) << "no cell is on this rank";
}

TEST_F(RulesOfANetwork, MakeASynapseForEachConnection) {
    const MechanismId pulse = model.register_mechanism(hand_made::pulse());
    Section& soma = model.create_section("soma");
    Section& dend = model.create_section("dend");
    dend.set_nseg(3);
    const std::vector<SynapsePlace> places{{&soma, 0.5, 1}, {&dend, 0.5, 0.25}, {&dend, 5. / 6, 98.75}};
    const auto rule = all_to_all(GidSet::range(4, 3), GidSet::range(0, 7));
    rule->making.emplace().mechanism = pulse;
    rule->pick.kind = Pick::Kind::own;
    RuleTargets here;
    here.add(0, std::span<const SynapsePlace>(places));
    here.add(2, std::span(places).last(1));
    EXPECT_EQ(network.connect(rule, here), 6u);
    EXPECT_GE(dend.point_processes().size(), 3u);
    EXPECT_EQ(soma.point_processes().size() + dend.point_processes().size(), 6u);
    for (const Section* section : {&soma, &dend}) {
        for (const InstanceId synapse : section->point_processes()) {
            EXPECT_EQ(network.netcons_onto(synapse).size(), 1u);
        }
    }
    here.add(4, std::span<const SynapsePlace>());
    EXPECT_NE(
        message_of([&] { network.connect(rule, here); }).find("gid 4 has no segment in which the rule could make"),
        std::string::npos);
    EXPECT_EQ(soma.point_processes().size() + dend.point_processes().size(), 6u) << "and it has made none";
}

TEST_F(RulesOfANetwork, AreListedByCell) {
    connect(all_to_all(GidSet::range(4, 3), GidSet::range(0, 7)));
    const NetConId single = network.connect(SourceId::none, cells_[1], 3, 7);
    network.set_active(single, false);
    const std::vector<CellConnection> onto = connections_onto(network, model, 2);
    ASSERT_EQ(onto.size(), 4u);
    for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_EQ(onto[k].source, static_cast<Gid>(4 + k));
        EXPECT_EQ(onto[k].target, cells_[1]);
        EXPECT_EQ(onto[k].delay, network.delay(NetConId{onto[k].number}));
        EXPECT_EQ(onto[k].weights, std::vector<double>{0.25});
        EXPECT_TRUE(onto[k].is_active);
    }
    EXPECT_EQ(onto[3].source, -1);
    EXPECT_EQ(onto[3].weights, std::vector<double>{7});
    EXPECT_FALSE(onto[3].is_active);
    EXPECT_THROW(connections_onto(network, model, 3), std::invalid_argument);
}

TEST_F(RulesOfANetwork, RefuseSynapsesThatTheyCannotUse) {
    const auto rule = all_to_all(GidSet::range(4, 3), GidSet::range(0, 7));
    const auto refusal = [&](const std::vector<InstanceId>& synapses) {
        RuleTargets here;
        here.add(0, std::vector{cell()});
        here.add(2, synapses);
        return message_of([&] { network.connect(rule, here); });
    };
    EXPECT_NE(
        refusal({model.create_artificial_cell(pacer)}).find("but that of gid 0 is a Adder and that of gid 2 a Pacer"),
        std::string::npos);
    rule->pick.number.a = 1;
    EXPECT_NE(refusal({cell(), cell()}).find("there is no synapse 1 of gid 0, which has 1, counted from 0"),
              std::string::npos);
    rule->pick.kind = Pick::Kind::uniform;
    EXPECT_NE(refusal({}).find("gid 2 has no synapse to connect to"), std::string::npos);
    rule->more_weights.resize(1);
    EXPECT_NE(refusal({cell()}).find("weight1: a connection onto Adder has only 1 of weight"), std::string::npos);
    EXPECT_TRUE(network.netcons().empty());
}

TEST_F(RulesOfANetwork, KeepTheirSources) {
    connect(all_to_all(GidSet::range(4, 1), GidSet::range(0, 1)));
    network.disconnect(network.netcons_onto(cells_[0])[0]);
    EXPECT_EQ(network.gids().exists(4), 3);
    network.gids().clear();
    EXPECT_EQ(network.gids().wanted(), std::vector<Gid>{});
}

TEST_F(NetworkTest, NeedsAtMostFortyBytesForAConnection) {
    std::vector<InstanceId> cells;
    for (int k = 0; k < 100; ++k) cells.push_back(cell());
    for (const InstanceId from : cells) {
        const SourceId source = network.sources().of(from);
        for (const InstanceId to : cells) network.connect(source, to, 1, .1);
    }
    // Vectors grow by doubling; what is counted here is the capacity.
    EXPECT_LE(network.memory().connections, 10000 * 40 * 5 / 3);
}

}  // namespace
}  // namespace ranvier::engine
