#include "engine/simulation/initialize.hpp"

#include <gtest/gtest.h>

#include "run/parts.hpp"

namespace ranvier::engine {
namespace {

class InitializeTest : public testing::Test, protected PartsOfOneRank {
  protected:
    VariableSteps steps{tables, intervals, hooks, variable};
    Snapshots snapshots{tables, intervals, hooks};

    void initialize_now(std::optional<double> v_mV = -65.) {
        run_to_completion(initialize(tables, intervals, hooks, steps, snapshots, v_mV));
    }
};

TEST_F(InitializeTest, BeginsARunAtTime0) {
    Section& soma = make_soma("soma");
    const SpikeTimes times = record(network.sources().of(make_pacer(1)));
    times->push_back(99);  // of an earlier run
    model.t = 7;
    clock.set_step(300);
    initialize_now(-50);
    EXPECT_EQ(model.t, 0);
    EXPECT_EQ(clock.step(), 0);
    EXPECT_TRUE(clock.has_begun());
    EXPECT_EQ(snapshots.runs(), 1u);
    EXPECT_EQ(model.load(v_of(soma)), -50);
    EXPECT_TRUE(times->empty());
    initialize_now(std::nullopt);
    EXPECT_EQ(model.load(v_of(soma)), -50) << "v keeps its values";
    EXPECT_EQ(snapshots.runs(), 2u);
}

TEST_F(InitializeTest, CallsHandlersBetweenItsStages) {
    Section& soma = make_soma("soma");
    const Samples voltage = record_each_step(v_of(soma));
    std::string seen;
    hooks.add_initialize_handler(3, [&] {
        EXPECT_EQ(model.t, 7) << "before everything";
        seen += "3 ";
    });
    hooks.add_initialize_handler(0, [&] {
        EXPECT_EQ(model.load(v_of(soma)), -65) << "with v set";
        seen += "0 ";
    });
    hooks.add_initialize_handler(1, [&] {
        EXPECT_TRUE(voltage->empty()) << "before records";
        model.store(v_of(soma), -40);
        seen += "1 ";
    });
    hooks.add_initialize_handler(2, [&] {
        EXPECT_EQ(*voltage, std::vector<double>{-40}) << "last of all";
        seen += "2";
    });
    model.t = 7;
    initialize_now();
    EXPECT_EQ(seen, "3 0 1 2");
}

TEST_F(InitializeTest, ForgetsEventsAndStatementsOfTheRunBefore) {
    const InstanceId pacer = make_pacer(1), adder = make(hand_made::adder());
    network.connect(network.sources().of(pacer), adder, 50, 1);
    initialize_now();
    advance(2);
    hooks.events().add(20, [] { FAIL() << "of the run before"; });
    initialize_now();
    EXPECT_TRUE(hooks.events().empty());
    const SpikeTimes times = record(network.sources().of(pacer));
    advance(3);
    EXPECT_EQ(*times, std::vector<double>{1}) << "INITIAL has sent the first event again";
}

TEST_F(InitializeTest, LetsVariableStepsBegin) {
    make_soma("soma");
    variable.active = true;
    int called = 0;
    hooks.add_initialize_handler(1, [&] { hooks.events().add(0, [&] { ++called; }); });
    initialize_now(-50);
    EXPECT_EQ(called, 1) << "statements at time 0";
    run_to_completion(steps.advance(1.));
    EXPECT_EQ(model.t, 1);
}

TEST_F(InitializeTest, MayBeLeftOut) {
    make_soma("soma");
    run_to_completion(begin_without_initialize(tables, clock, hooks));
    EXPECT_TRUE(clock.has_begun());
    EXPECT_TRUE(tables.knows_structure());
    EXPECT_EQ(snapshots.runs(), 0u);
}

TEST_F(InitializeTest, TakesSamplesOfTheRecordsOfEachStep) {
    Section& soma = make_soma("soma");
    const Samples voltage = record_each_step(v_of(soma));
    int read = 0;
    tables.player().record([&] { return ++read; }, std::make_shared<std::vector<double>>(), std::nullopt, nullptr);
    tables.prepare();
    model.store(v_of(soma), -40);
    record_now(tables);
    EXPECT_EQ(*voltage, std::vector<double>{-40});
    EXPECT_EQ(read, 1);
}

}  // namespace
}  // namespace ranvier::engine
