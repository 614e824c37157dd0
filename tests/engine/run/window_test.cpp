#include "engine/run/window.hpp"

#include <gtest/gtest.h>

#include "run/parts.hpp"
#include "run/random_network.hpp"

namespace ranvier::engine {
namespace {

/// What a network of 40 cells has done: its spikes, and the voltage of one of its cables in each step.
struct Outcome {
    std::vector<double> times, gids, voltage;
    bool operator==(const Outcome&) const = default;
};

struct Division {
    std::int64_t steps;  ///< of a window
    int threads = 1;
    std::size_t block_size = 1;
    bool is_looked_at = false;
};

/// Windows over 10 ms; between them just what makes cells hear of each other.
Outcome run_by_windows(const Division& division) {
    PartsOfOneRank parts;
    build_network(parts.model, parts.network, 40, 0, 1);
    auto times = std::make_shared<std::vector<double>>(), gids = std::make_shared<std::vector<double>>();
    parts.network.gids().record(std::nullopt, times, gids);
    const Samples voltage = parts.record_each_step(parts.v_of(*parts.model.sections()[5]));
    parts.threads.set_wanted(division.threads);
    parts.tables.options().block_size = division.block_size;
    int seen = 0;
    if (division.is_looked_at) parts.hooks.add_step_hook([&] { ++seen; });
    parts.begin_now();
    EXPECT_EQ(parts.window.looks_at_each_step(), division.is_looked_at);
    for (std::int64_t done = 0; done < 400; done += division.steps) {
        parts.window.run(division.steps);
        for (std::int64_t k = 0; k < 2 * division.steps; ++k) parts.model.t += .5 * parts.model.dt;
        parts.tables.relay().end_window();
    }
    EXPECT_EQ(seen, division.is_looked_at ? 400 : 0);
    return {*times, *gids, *voltage};
}

// The shortest connection takes .5 ms, twenty steps.
TEST(Window, GivesTheSameHoweverManyStepsItHas) {
    const Outcome reference = run_by_windows({.steps = 1, .block_size = 8192});
    ASSERT_GT(reference.times.size(), 50u);
    ASSERT_EQ(reference.voltage.size(), 401u);
    EXPECT_EQ(run_by_windows({.steps = 1}), reference);
    EXPECT_EQ(run_by_windows({.steps = 5}), reference);
    EXPECT_EQ(run_by_windows({.steps = 20}), reference);
    EXPECT_EQ(run_by_windows({.steps = 400, .block_size = 8192}), reference) << "one block needs no others";
}

TEST(Window, GivesTheSameOnSomeThreads) {
    EXPECT_EQ(run_by_windows({.steps = 20, .threads = 3}), run_by_windows({.steps = 20}));
}

TEST(Window, GivesTheSameWhereAScriptLooksOn) {
    EXPECT_EQ(run_by_windows({.steps = 1, .is_looked_at = true}), run_by_windows({.steps = 20}));
}

class WindowTest : public testing::Test, protected PartsOfOneRank {};

TEST_F(WindowTest, IsOneStepWhereSomethingLooksOnInEachStep) {
    Section& soma = make_soma("soma");
    const InstanceId cell = make(hand_made::adder());
    tables.prepare();
    EXPECT_FALSE(window.is_one_step());

    const Hooks::Id hook = hooks.add_step_hook([] {});
    EXPECT_TRUE(window.looks_at_each_step());
    hooks.remove_step_hook(hook);

    network.recordings().call(network.sources().of(cell), [](double) {});
    tables.prepare();
    EXPECT_TRUE(window.looks_at_each_step()) << "a statement at a spike";
    network.recordings().stop(network.sources().of(cell));
    tables.prepare();
    EXPECT_FALSE(window.looks_at_each_step());

    record_each_step(v_of(soma));
    tables.prepare();
    EXPECT_FALSE(window.looks_at_each_step()) << "blocks record variables by themselves";
    const auto id =
        tables.player().record([] { return 0.; }, std::make_shared<std::vector<double>>(), std::nullopt, nullptr);
    tables.prepare();
    EXPECT_TRUE(window.looks_at_each_step()) << "what only a function reads";
    tables.player().remove_record(id);
    tables.prepare();
    EXPECT_FALSE(window.looks_at_each_step());
}

TEST_F(WindowTest, CallsAScriptBetweenEventsAndVoltages) {
    Section& soma = make_soma("soma");
    const InstanceId adder = make(hand_made::adder());
    network.connect(network.sources().of(make_pacer(0)), adder, .01, .5);
    double v = 0, received = 0;
    hooks.add_step_hook([&] {
        v = model.load(v_of(soma));
        received = model.load(model.reference(adder, hand_made::adder_last));
    });
    begin_now(-50);
    window.run(1);
    EXPECT_EQ(v, -50);
    EXPECT_EQ(received, .5);
    EXPECT_LT(model.load(v_of(soma)), -50);
    EXPECT_EQ(model.t, 0);
}

// What each cell takes from the other is of the same moment.
TEST_F(WindowTest, LetsValuesTravelBetweenVoltagesAndStates) {
    std::vector<Section*> somas = {&make_soma("one"), &make_soma("two")};
    std::vector<InstanceId> pulses;
    for (int k = 0; k < 2; ++k) {
        pulses.push_back(make_pulse(*somas[static_cast<std::size_t>(k)]));
        tables.transfers().add_source(v_of(*somas[static_cast<std::size_t>(k)]), k);
        tables.transfers().add_target(model.reference(pulses.back(), hand_made::pulse_duration), 1 - k);
    }
    tables.options().block_size = 1;
    run_to_completion(tables.transfers().set_up(transport, false));
    begin_now();
    EXPECT_TRUE(window.is_one_step());
    EXPECT_FALSE(window.looks_at_each_step());
    model.store(v_of(*somas[0]), -50);
    run_to_completion(window.run_transferring());
    EXPECT_NEAR(model.load(model.reference(pulses[1], hand_made::pulse_duration)), -65 + 15 / (1 + .025 / 2), 1e-9)
        << "the voltage of this very step";
    EXPECT_EQ(model.load(model.reference(pulses[0], hand_made::pulse_duration)), -65);
}

}  // namespace
}  // namespace ranvier::engine
