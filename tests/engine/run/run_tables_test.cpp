#include "engine/run/run_tables.hpp"

#include <gtest/gtest.h>

#include "run/parts.hpp"

namespace ranvier::engine {
namespace {

class RunTablesTest : public testing::Test, protected PartsOfOneRank {
  protected:
    Section& soma = make_soma("soma");
    Section& other = make_soma("other");
    InstanceId cell = make(hand_made::adder());
    NetConId netcon = network.connect(network.sources().of(cell), cell, 1, .5);
    int rebuilds = 0;

    RunTablesTest() {
        tables.before_rebuild([this] { ++rebuilds; });
        tables.prepare();
        rebuilds = 0;
    }
    /// Whether the tables are rebuilt after the change.
    template <class Change>
    bool is_made_anew_by(Change change) {
        const int before = rebuilds;
        change();
        tables.prepare();
        tables.prepare();
        EXPECT_LE(rebuilds, before + 1) << "once";
        return rebuilds > before;
    }
};

TEST_F(RunTablesTest, AreMadeAnewWhenWhatTheyAreMadeOfHasChanged) {
    EXPECT_TRUE(is_made_anew_by([&] { model.create_section("third"); }));
    EXPECT_TRUE(is_made_anew_by([&] { soma.set_nseg(3); }));
    EXPECT_TRUE(is_made_anew_by([&] { make(hand_made::pacer()); }));
    EXPECT_TRUE(is_made_anew_by([&] { network.connect(network.sources().of(cell), cell); }));
    EXPECT_TRUE(is_made_anew_by([&] { network.set_delay(netcon, 2); }));
    EXPECT_TRUE(is_made_anew_by([&] { network.set_active(netcon, false); }));
    EXPECT_TRUE(is_made_anew_by([&] { threads.set_wanted(2); }));
    EXPECT_TRUE(is_made_anew_by([&] { tables.options().block_size = 1; }));
    EXPECT_TRUE(is_made_anew_by([&] { model.dt = .1; })) << "shorter connections bind cells together";
    EXPECT_TRUE(is_made_anew_by([&] { variable.active = true; }));
    EXPECT_TRUE(is_made_anew_by([&] { variable.local = true; }));
}

TEST_F(RunTablesTest, StayAsTheyAreOtherwise) {
    EXPECT_FALSE(is_made_anew_by([] {}));
    EXPECT_FALSE(is_made_anew_by([&] { model.store(v_of(soma), -50); }));
    EXPECT_FALSE(is_made_anew_by([&] { set(cell, hand_made::adder_lag, 3); }));
    EXPECT_FALSE(is_made_anew_by([&] { soma.set_L(50); }));
    EXPECT_FALSE(is_made_anew_by([&] { network.set_weight(netcon, 0, 7); }));
    EXPECT_FALSE(is_made_anew_by([&] { record_each_step(v_of(soma)); }));
    variable.active = true;
    tables.prepare();
    EXPECT_FALSE(is_made_anew_by([&] { model.dt = .1; })) << "variable steps have none";
}

TEST_F(RunTablesTest, KeepTheEventsThatWait) {
    const NetConId by_hand = network.connect(SourceId::none, cell, 1, .25);
    tables.prepare();
    tables.delivery().add_netcon_event(network.at(by_hand), 3);
    tables.blocks()[0]->send(1, network.sources().of(cell));
    EXPECT_TRUE(is_made_anew_by([&] {
        network.set_delay(netcon, 40);
        model.create_section("third");
    }));
    std::vector<double> times;
    for (const PendingEvent& each : tables.delivery().waiting()) times.push_back(each.event.t);
    EXPECT_EQ(times, (std::vector<double>{2, 3})) << "with the delays that they had";
    EXPECT_TRUE(is_made_anew_by([&] { network.disconnect(by_hand); }));
    EXPECT_EQ(tables.delivery().waiting().size(), 1u) << "but for those of connections that are gone";
}

TEST_F(RunTablesTest, KeepSamplesWithTheirVariableWhenItsBlockChanges) {
    tables.options().block_size = 1;
    const VariableRef v = v_of(other);
    Player& player = tables.player();
    player.record(v, std::make_shared<std::vector<double>>(), .1, nullptr);
    player.record_together({v}, std::make_shared<std::vector<double>>(), .1, 0, 5);
    player.play(v, {std::make_shared<std::vector<double>>(3, -60.), nullptr, .1});
    tables.prepare();
    ASSERT_EQ(model.block_of(v), 1u);
    player.init_play(tables.blocks(), 0);
    player.init_record(tables.blocks(), 0);
    EXPECT_EQ(tables.blocks()[1]->queue().size(), 3u);
    EXPECT_TRUE(is_made_anew_by([&] { model.destroy_section(soma); }));
    ASSERT_EQ(model.block_of(v), 0u);
    EXPECT_EQ(tables.blocks()[0]->queue().size(), 3u);
}

TEST_F(RunTablesTest, HaveOneBlockWhereTheOrderOfEqualTimesIsNeurons) {
    tables.options().block_size = 1;
    tables.prepare();
    EXPECT_EQ(tables.blocks().size(), 2u);
    tables.options().tie_order = TieOrder::insertion;
    tables.prepare();
    EXPECT_EQ(tables.blocks().size(), 1u);
    EXPECT_EQ(tables.delivery().tie_order(), TieOrder::insertion);
    threads.set_wanted(2);
    tables.prepare();
    EXPECT_EQ(tables.delivery().tie_order(), TieOrder::canonical) << "NEURON has none there";
    EXPECT_EQ(threads.size(), 2);
}

TEST_F(RunTablesTest, KeepCellsTogetherThatAStepCannotSeparate) {
    tables.options().block_size = 1;
    const NetConId close = network.connect(network.sources().of(v_of(soma), &soma), make_pulse(other), .03);
    tables.prepare();
    EXPECT_EQ(tables.blocks().size(), 2u);
    model.dt = .05;
    tables.prepare();
    EXPECT_EQ(tables.blocks().size(), 1u);
    network.set_delay(close, .05);
    tables.prepare();
    EXPECT_EQ(tables.blocks().size(), 2u);
}

TEST_F(RunTablesTest, UseOneThreadForMechanismsThatNeedIt) {
    static const rv_mechanism talkative = [] {
        rv_mechanism d = hand_made::adder();
        d.name = "Talkative";
        d.flags |= RV_NEEDS_ONE_THREAD;
        return d;
    }();
    threads.set_wanted(2);
    tables.options().block_size = 1;
    tables.prepare();
    EXPECT_EQ(threads.size(), 2);
    EXPECT_EQ(tables.why_fewer_threads(), "");
    make(talkative);
    tables.prepare();
    EXPECT_EQ(threads.size(), 1);
    EXPECT_EQ(tables.why_fewer_threads(),
              "the instances of Talkative share a GLOBAL that they set, or C code (VERBATIM)");
}

TEST_F(RunTablesTest, UseOneThreadWhereThereIsTooLittleWorkForMore) {
    threads.set_wanted(2);
    tables.prepare();
    EXPECT_EQ(threads.size(), 2);
    tables.options().least_work = Grouping{}.least_work;
    tables.prepare();
    EXPECT_EQ(threads.size(), 1);
    EXPECT_EQ(tables.why_fewer_threads(), "there is too little work for more");
}

TEST_F(RunTablesTest, KnowWhetherAScriptIsCalledInTheCourseOfAStep) {
    EXPECT_FALSE(tables.has_callbacks());
    network.recordings().call(network.sources().of(cell), [](double) {});
    tables.prepare();
    EXPECT_TRUE(tables.has_callbacks());
}

}  // namespace
}  // namespace ranvier::engine
