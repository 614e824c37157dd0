#include "engine/state/save_state.hpp"

#include <gtest/gtest.h>

#include "run/parts.hpp"
#include "run/random_network.hpp"

namespace ranvier::engine {
namespace {

/// A random network that has run for 10 ms, and its state then.
class SaveStateTest : public testing::Test, protected PartsOfOneRank {
  protected:
    std::shared_ptr<std::vector<double>> times = std::make_shared<std::vector<double>>();
    std::shared_ptr<std::vector<double>> gids = std::make_shared<std::vector<double>>();
    Snapshots snapshots{tables, intervals, hooks};
    std::shared_ptr<const SavedState> saved;

    SaveStateTest() {
        build_network(model, network, 30, 0, 1);
        network.gids().record(std::nullopt, times, gids);
        begin_now();
        advance(10);
        saved = save_state(snapshots);
    }
    /// What fires in the next 10 ms.
    std::vector<std::pair<double, double>> run_on() {
        times->clear();
        gids->clear();
        advance(10);
        std::vector<std::pair<double, double>> spikes;
        for (std::size_t k = 0; k < times->size(); ++k) spikes.emplace_back((*times)[k], (*gids)[k]);
        return spikes;
    }
    void go_back(bool events_too = true) { restore_state(*saved, events_too, snapshots); }
};

TEST_F(SaveStateTest, BringsBackARunThatGoesOnWithTheSameSpikes) {
    const auto spikes = run_on();
    ASSERT_GT(spikes.size(), 50u);
    for (int again = 0; again < 2; ++again) {
        go_back();
        EXPECT_NEAR(model.t, 10, 1e-9);
        EXPECT_EQ(run_on(), spikes);
    }
}

TEST_F(SaveStateTest, KeepsOneEventOfARecordThatHasStartedTwice) {
    const auto samples = std::make_shared<std::vector<double>>();
    const auto at_times = std::make_shared<std::vector<double>>(std::vector{15., 16.});
    tables.player().record(std::function<double()>([] { return 1.; }), samples, std::nullopt, at_times);
    tables.prepare();
    for (int start = 0; start < 2; ++start) tables.player().init_record(tables.blocks(), 10);
    saved = save_state(snapshots);
    go_back();
    advance(10);
    EXPECT_EQ(samples->size(), 2u);
}

TEST_F(SaveStateTest, GoesThroughAFile) {
    const auto spikes = run_on();
    const SavedState read = from_bytes(to_bytes(*saved));
    restore_state(read, true, snapshots);
    EXPECT_EQ(run_on(), spikes);
}

TEST_F(SaveStateTest, BringsBackWeightsAndStatementsWithTheEvents) {
    const NetConId netcon = network.netcons().back();
    const double weight = network.weight(netcon, 0);
    int called = 0;
    hooks.events().add(12, [&] { ++called; });
    saved = save_state(snapshots);
    network.set_weight(netcon, 0, 99);
    hooks.events().clear();
    go_back();
    EXPECT_EQ(network.weight(netcon, 0), weight);
    run_on();
    EXPECT_EQ(called, 1);
}

TEST_F(SaveStateTest, LeavesEventsAndWeightsAsTheyAreUnlessAsked) {
    const NetConId netcon = network.netcons().back();
    network.set_weight(netcon, 0, 99);
    tables.delivery().clear();
    go_back(false);
    EXPECT_EQ(network.weight(netcon, 0), 99);
    EXPECT_EQ(tables.delivery().next_event(), std::numeric_limits<double>::infinity());
}

TEST_F(SaveStateTest, LeavesParametersAlone) {
    const VariableRef g = model.reference(*model.sections()[0], *model.range_variable("g_leak"), 0, .5);
    model.store(g, .01);
    go_back();
    EXPECT_EQ(model.load(g), .01);
}

TEST_F(SaveStateTest, RefusesAnotherModelBeforeAnythingHasChanged) {
    network.connect(SourceId::none, make(hand_made::adder()), 1, 1);
    const double t = model.t + 1;
    tables.set_t(t);
    EXPECT_NE(error_of([&] { go_back(); }), "no error");
    EXPECT_EQ(model.t, t);
}

}  // namespace
}  // namespace ranvier::engine
