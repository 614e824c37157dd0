#include "engine/simulation/simulation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "engine/solve/block.hpp"
#include "exchange/error.hpp"
#include "simulation/small_networks.hpp"

namespace ranvier::engine {
namespace {

using exchange::run_to_completion;
using exchange::Spike;

class SimulationTest : public testing::Test {
  protected:
    std::unique_ptr<exchange::Transport> transport = exchange::make_local_transport();
    Rank r{*transport};

    InstanceId make(const rv_mechanism& m) { return r.model.create_artificial_cell(r.model.register_mechanism(m)); }
    void set(InstanceId i, int column, double value) { r.model.store(r.model.reference(i, column), value); }
    std::shared_ptr<std::vector<double>> record(SourceId source) {
        auto times = std::make_shared<std::vector<double>>();
        r.network.recordings().record(source, times, nullptr, 0);
        return times;
    }
    void run(double tstop) {
        run_to_completion(r.simulation.initialize(-65.));
        run_to_completion(r.simulation.advance_to(tstop));
    }
    std::string error_of_run(double tstop) {
        try {
            run(tstop);
        } catch (const SimulationError& e) {
            return e.what();
        }
        return "no error";
    }
};

TEST_F(SimulationTest, RunsARingOfArtificialCells) {
    const InstanceId start = make(hand_made::pacer());
    set(start, 0, 1);
    set(start, 1, 1e9);
    std::vector<InstanceId> ring;
    for (int k = 0; k < 5; ++k) ring.push_back(make(hand_made::adder()));
    r.network.connect(r.network.sources().of(start), ring[0], 1, 1);
    std::vector<std::shared_ptr<std::vector<double>>> times;
    for (std::size_t k = 0; k < 5; ++k) {
        set(ring[k], hand_made::adder_lag, 0);
        r.network.connect(r.network.sources().of(ring[k]), ring[(k + 1) % 5], 2, 1);
        times.push_back(record(r.network.sources().of(ring[k])));
    }
    run(25);
    EXPECT_EQ(*times[0], (std::vector<double>{2, 12, 22}));
    EXPECT_EQ(*times[1], (std::vector<double>{4, 14, 24}));
    EXPECT_EQ(*times[4], (std::vector<double>{10, 20}));
    EXPECT_NEAR(r.model.t, 25, 1e-9);
    EXPECT_EQ(r.simulation.meter().phase_times().steps, 1000);
}

// As in NEURON: checked at the beginning of a step, and stamped 1e-10 ms after it. A cell that starts above its
// threshold fires at once, and again only after it has been below.
TEST_F(SimulationTest, FindsThresholdCrossingsAtTheBeginningOfSteps) {
    Section& soma = r.model.create_section("soma");
    r.model.insert(soma, r.model.register_mechanism(hand_made::leak()));
    const VariableRef v = r.model.reference(soma, *r.model.range_variable("v"), 0, .5);
    const SourceId source = r.network.sources().of(v, &soma);
    r.network.sources().set_threshold(source, -60);
    const auto times = record(source);
    auto voltage = std::make_shared<std::vector<double>>();
    r.simulation.records().record(v, voltage, std::nullopt);
    const MechanismId pulse = r.model.register_mechanism(hand_made::pulse());
    const InstanceId synapse = r.model.create_point_process(pulse, soma, .5);
    const InstanceId drive = make(hand_made::pacer());
    set(drive, 0, 5);
    set(drive, 1, 1e9);
    r.network.connect(r.network.sources().of(drive), synapse, 1, 30);

    run_to_completion(r.simulation.initialize(-40.));
    run_to_completion(r.simulation.advance_to(10));
    ASSERT_EQ(times->size(), 2u);
    EXPECT_EQ((*times)[0], 1e-10);
    std::vector<double> expected;
    double t = 0;
    bool above = false;
    for (const double mV : *voltage) {
        if (mV > -60 && !above && t < 10 - .01) expected.push_back(t + 1e-10);
        above = mV > -60;
        t += .0125;
        t += .0125;
    }
    EXPECT_EQ(*times, expected);
}

TEST_F(SimulationTest, CallsHandlersInNeuronsOrder) {
    Section& soma = r.model.create_section("soma");
    const VariableRef v = r.model.reference(soma, *r.model.range_variable("v"), 0, .5);
    std::string seen;
    for (const int stage : {2, 1, 0, 3}) {
        r.simulation.hooks().add_initialize_handler(stage, [&, stage] {
            seen += std::to_string(stage) + ":" + std::to_string(static_cast<int>(r.model.load(v))) + " ";
        });
    }
    const auto removed = r.simulation.hooks().add_initialize_handler(1, [&] { seen += "removed "; });
    r.simulation.hooks().add_initialize_handler(1, [&] { seen += "1b "; });
    r.simulation.hooks().remove_initialize_handler(removed);
    r.model.store(v, -80);
    run_to_completion(r.simulation.initialize(-65.));
    EXPECT_EQ(seen, "3:-80 0:-65 1:-65 1b 2:-65 ");
    EXPECT_THROW(r.simulation.hooks().add_initialize_handler(4, [] {}), std::invalid_argument);
}

// NEURON: when the step that takes up the event is over.
TEST_F(SimulationTest, CallsScriptEventsAtTheEndOfTheStepThatTakesThemUp) {
    r.model.create_section("soma");
    run_to_completion(r.simulation.initialize(-65.));
    std::vector<double> seen;
    const auto note = [&] { seen.push_back(r.model.t); };
    r.simulation.hooks().events().add(.99, [&] {
        note();
        r.simulation.hooks().events().add(3.01, note);
    });
    r.simulation.hooks().events().add(2, note);
    run_to_completion(r.simulation.advance_to(5));
    ASSERT_EQ(seen.size(), 3u);
    EXPECT_NEAR(seen[0], 1, 1e-9);
    EXPECT_LT(std::abs(seen[1] - 2), .026);
    EXPECT_NEAR(seen[2], 3.025, 1e-9);
    EXPECT_NEAR(r.model.t, 5, 1e-9);
}

TEST_F(SimulationTest, TellsAScriptOfSpikesAtOnce) {
    const InstanceId drive = make(hand_made::pacer());
    std::vector<double> seen;
    r.network.recordings().call(r.network.sources().of(drive), [&](double t) {
        EXPECT_EQ(r.model.t, t);
        seen.push_back(t);
    });
    run(25);
    EXPECT_EQ(seen, (std::vector<double>{0, 10, 20}));
}

TEST_F(SimulationTest, WatchesConditions) {
    Section& soma = r.model.create_section("soma");
    r.model.insert(soma, r.model.register_mechanism(hand_made::leak()));
    const InstanceId synapse = r.model.create_point_process(r.model.register_mechanism(hand_made::pulse()), soma, .5);
    const InstanceId watcher = r.model.create_point_process(r.model.register_mechanism(hand_made::watcher()), soma, .5);
    const InstanceId drive = make(hand_made::pacer());
    set(drive, 0, 5);
    set(drive, 1, 20);
    r.network.connect(r.network.sources().of(drive), synapse, 1, 30);
    const auto times = record(r.network.sources().of(watcher));
    run(50);
    ASSERT_EQ(times->size(), 3u);
    EXPECT_GT((*times)[0], 6);
    EXPECT_LT((*times)[0], 7.1);
    EXPECT_NEAR((*times)[1] - (*times)[0], 20, 1e-9);
}

TEST_F(SimulationTest, DeliversNetConEventsByHand) {
    const InstanceId cell = make(hand_made::adder());
    set(cell, hand_made::adder_lag, 0);
    const NetConId n = r.network.connect(SourceId::none, cell, 1, 2);
    const auto times = record(r.network.sources().of(cell));
    run_to_completion(r.simulation.initialize(-65.));
    r.simulation.add_netcon_event(n, 1.5);
    r.simulation.add_netcon_event(n, 3);
    run_to_completion(r.simulation.advance_to(2));
    // Pending events survive a change of the network.
    r.network.connect(SourceId::none, make(hand_made::adder()));
    run_to_completion(r.simulation.advance_to(5));
    EXPECT_EQ(*times, (std::vector<double>{1.5, 3}));
}

// A change of a delay during a run does not affect events in flight.
TEST_F(SimulationTest, KeepsEventsUnderWayWhenConnectionsChange) {
    const InstanceId drive = make(hand_made::pacer());
    set(drive, 0, 1);
    set(drive, 1, 100);
    const InstanceId near = make(hand_made::adder()), far = make(hand_made::adder());
    set(near, hand_made::adder_lag, 0);
    set(far, hand_made::adder_lag, 0);
    r.network.connect(r.network.sources().of(drive), near, 2, 1);
    const NetConId n = r.network.connect(r.network.sources().of(drive), far, 5, 1);
    const auto times = record(r.network.sources().of(far));
    run_to_completion(r.simulation.initialize(-65.));
    run_to_completion(r.simulation.advance_to(2));
    r.network.set_delay(n, 50);
    run_to_completion(r.simulation.advance_to(10));
    EXPECT_EQ(*times, std::vector<double>{6});
}

TEST_F(SimulationTest, NamesTheInstanceThatFailed) {
    Section& soma = r.model.create_section("soma");
    soma.set_nseg(3);
    const InstanceId synapse = r.model.create_point_process(r.model.register_mechanism(hand_made::pulse()), soma, .9);
    const InstanceId drive = make(hand_made::pacer());
    set(drive, 0, 2);
    r.network.connect(r.network.sources().of(drive), synapse, 1, -1);
    EXPECT_EQ(error_of_run(10), "Pulse[0] in soma(0.833333): a weight must not be negative (t = 3 ms)");
}

TEST_F(SimulationTest, NamesTheSectionWhoseVoltageIsNoNumber) {
    r.model.create_section("soma");
    Section& dend = r.model.create_section("dend");
    dend.set_nseg(3);
    const MechanismId leak = r.model.register_mechanism(hand_made::leak());
    r.model.insert(dend, leak);
    r.model.store(r.model.reference(dend, *r.model.range_variable("g_leak"), 0, .5), std::nan(""));
    const std::string message = error_of_run(10);
    EXPECT_NE(message.find("the voltage in dend("), std::string::npos) << message;
    EXPECT_NE(message.find("is nan at t = "), std::string::npos) << message;
}

TEST_F(SimulationTest, RefusesAGidThatNobodyOwns) {
    r.network.gid_connect(5, make(hand_made::adder()));
    EXPECT_THROW(run_to_completion(r.simulation.initialize(-65.)), exchange::UnownedGid);
}

TEST(Simulation, RefusesDelaysBetweenRanksThatAreShorterThanAStep) {
    try {
        spikes_on({.ranks = 2}, 12, 5, .01);
        FAIL() << "no error";
    } catch (const SimulationError& e) {
        const std::string message = e.what();
        EXPECT_NE(message.find("mindelay is 0 (or less than dt for fixed step method)"), std::string::npos) << message;
    }
}

// The exchange would miss a delay that a script makes smaller during a run.
TEST(Simulation, RefusesADelayBetweenRanksThatFallsBelowTheInterval) {
    exchange::SimulatedMachine machine(2);
    std::vector<std::unique_ptr<Rank>> ranks;
    std::vector<exchange::Task<void>> tasks;
    const auto work = [](Rank& r, int rank) -> exchange::Task<void> {
        const InstanceId cell = r.model.create_artificial_cell(r.model.register_mechanism(hand_made::adder()));
        r.network.gids().set_here(rank);
        r.network.gids().set_cell(rank, r.network.source(r.network.connect(r.network.sources().of(cell), InstanceId{})),
                                  true);
        const NetConId n = r.network.gid_connect(1 - rank, cell);
        r.network.set_delay(n, 2);
        co_await run_rank(r, 4);
        r.network.set_delay(n, 1.99);  // a step less
        co_await r.simulation.advance_to(8);
    };
    for (int k = 0; k < 2; ++k) {
        ranks.push_back(std::make_unique<Rank>(machine.transport(k)));
        tasks.push_back(work(*ranks.back(), k));
    }
    try {
        machine.run(tasks);
        FAIL() << "no error";
    } catch (const SimulationError& e) {
        const std::string message = e.what();
        EXPECT_NE(message.find("has a delay of 1.99 ms, less than the exchange interval of 2 ms"), std::string::npos)
            << message;
        EXPECT_NE(message.find("gid "), std::string::npos) << message;
    }
}

/// 12 cells on two ranks with delays of .5 ms and more: initialized, then five steps of 10 ms from t = begin, then a
/// run of 5 ms from 0.
std::vector<Spike> settle_and_run(double begin) {
    exchange::SimulatedMachine machine(2);
    std::vector<std::unique_ptr<Rank>> ranks;
    std::vector<exchange::Task<void>> tasks;
    const auto work = [begin](Rank& r, int rank) -> exchange::Task<void> {
        build_network(r, 12, rank, 2);
        r.record_spikes();
        co_await r.simulation.initialize(-65.);
        const double dt = std::exchange(r.model.dt, 10.);
        r.model.t = begin;
        for (int k = 0; k < 5; ++k) co_await r.simulation.advance();
        r.model.dt = dt;
        r.model.t = 0;
        co_await r.simulation.advance_to(5);
    };
    for (int k = 0; k < 2; ++k) {
        ranks.push_back(std::make_unique<Rank>(machine.transport(k)));
        tasks.push_back(work(*ranks.back(), k));
    }
    machine.run(tasks);
    std::vector<Spike> all = ranks[0]->spikes;
    all.insert(all.end(), ranks[1]->spikes.begin(), ranks[1]->spikes.end());
    return all;
}

// Scripts settle like that before time 0 (docs of NEURON: "custom initialization").
TEST(Simulation, TakesLargeStepsBeforeTheRun) {
    EXPECT_FALSE(settle_and_run(-1000).empty());
}

TEST(Simulation, RefusesASpikeThatLargeStepsMakeLate) {
    try {
        settle_and_run(0);
        FAIL() << "no error";
    } catch (const SimulationError& e) {
        const std::string message = e.what();
        EXPECT_NE(message.find("arrives too late from its rank"), std::string::npos) << message;
    }
}

// Whichever rank asks, all stop at the same boundary, and can continue.
TEST(Simulation, StopsAllRanksAtTheSameExchange) {
    exchange::SimulatedMachine machine(3);
    std::vector<std::unique_ptr<Rank>> ranks;
    std::vector<exchange::Task<void>> tasks;
    std::vector<double> stopped(3), went_on(3);
    const auto work = [&](Rank& r, std::size_t rank) -> exchange::Task<void> {
        build_network(r, 12, static_cast<int>(rank), 3);
        co_await r.simulation.initialize(-65.);
        if (rank == 1) r.simulation.hooks().events().add(7.3, [&r] { r.simulation.hooks().request_stop(); });
        co_await r.simulation.advance_to(20);
        stopped[rank] = r.model.t;
        co_await r.simulation.advance_to(20);
        went_on[rank] = r.model.t;
    };
    for (std::size_t k = 0; k < 3; ++k) {
        ranks.push_back(std::make_unique<Rank>(machine.transport(static_cast<int>(k))));
        tasks.push_back(work(*ranks.back(), k));
    }
    machine.run(tasks);
    EXPECT_GE(stopped[0], 7.3);
    EXPECT_LE(stopped[0], 7.3 + .5 + .026);
    EXPECT_EQ(stopped, (std::vector<double>(3, stopped[0])));
    EXPECT_NEAR(went_on[2], 20, 1e-9);
}

// --- rasters as input ------------------------------------------------------------------------------------------------

// Each rank alone, with the raster of all ranks: the same spikes.
TEST(Simulation, GivesARanksSpikesAgainWhenItIsFedTheRasterOfTheOthers) {
    const std::vector<Spike> all = spikes_on({}, 40, 30);
    ASSERT_GT(all.size(), 200u);
    for (const int rank : {0, 2}) {
        const auto transport = exchange::make_local_transport();
        Rank r{*transport};
        build_network(r, 40, rank, 3);
        std::vector<Spike> raster(all.rbegin(), all.rend());  // in any order
        const auto id = r.simulation.patterns().play(exchange::make_spike_source(raster));
        r.record_spikes();
        std::vector<Spike> expected;
        std::copy_if(all.begin(), all.end(), std::back_inserter(expected),
                     [&](const Spike& s) { return s.gid % 3 == rank; });
        for (int again = 0; again < 2; ++again) {
            r.spikes.clear();
            run_to_completion(run_rank(r, 30));
            EXPECT_EQ(r.spikes, expected);
        }
        r.simulation.patterns().remove(id);
        EXPECT_THROW(run_to_completion(run_rank(r, 30)), exchange::UnownedGid);
    }
}

TEST_F(SimulationTest, PlaysSpikesOfOwnedGidsOnlyWhenAsked) {
    const InstanceId from = make(hand_made::adder()), to = make(hand_made::adder());
    set(to, hand_made::adder_lag, 0);
    r.network.gids().set_here(3);
    r.network.gids().set_cell(3, r.network.source(r.network.connect(r.network.sources().of(from), InstanceId{})), true);
    const NetConId n = r.network.gid_connect(3, to);
    r.network.set_delay(n, 0);
    r.network.set_weight(n, 0, 2);
    const auto times = record(r.network.sources().of(to)), played = record(r.network.sources().of(from));
    const auto id = r.simulation.patterns().play(exchange::make_spike_source({{1, 3}, {2.5, 3}, {4, 99}}));
    run(10);
    EXPECT_TRUE(times->empty());
    r.simulation.patterns().set_owned_too(id, true);
    run(10);
    EXPECT_EQ(*times, (std::vector<double>{1, 2.5}));
    EXPECT_TRUE(played->empty());
    // Only spikes that are due soon are in the queue.
    r.simulation.patterns().remove(id);
    std::vector<Spike> many;
    for (int k = 0; k < 100000; ++k) many.push_back({k * .1, 3});
    r.simulation.patterns().set_owned_too(r.simulation.patterns().play(exchange::make_spike_source(many)), true);
    run(5);
    EXPECT_EQ(times->size(), 51u);
    r.network.set_delay(n, .5);
    r.simulation.restart_records();
    EXPECT_LT(r.network.memory().queues, 10000u);
}

// --- the same spikes for any division of the work --------------------------------------------------------------------

class SameSpikes : public testing::TestWithParam<Machine> {};

TEST_P(SameSpikes, OnAnyDivision) {
    static const std::vector<Spike> reference = spikes_on({}, 40, 40);
    ASSERT_GT(reference.size(), 300u);
    const std::vector<Spike> here = spikes_on(GetParam(), 40, 40);
    EXPECT_EQ(here, reference);
}

INSTANTIATE_TEST_SUITE_P(Simulation, SameSpikes,
                         testing::Values(Machine{1, 1, 1}, Machine{1, 1, 10}, Machine{1, 2, 8192}, Machine{1, 2, 1},
                                         Machine{2, 1, 8192}, Machine{2, 2, 1}, Machine{3, 1, 1}, Machine{3, 2, 5},
                                         Machine{5, 1, 8192}));

// Connections shorter than a step keep their cells in one block.
TEST(Simulation, GivesTheSameSpikesWithConnectionsShorterThanAStep) {
    const std::vector<Spike> reference = spikes_on({}, 30, 20, .01);
    ASSERT_GT(reference.size(), 50u);
    EXPECT_EQ(spikes_on({1, 1, 1}, 30, 20, .01), reference);
    EXPECT_EQ(spikes_on({1, 2, 1}, 30, 20, .01), reference);
}

// A step without a task, which is taken where nothing has to wait, leaves the same spikes, events and time.
TEST(Simulation, TakesStepsAtOnceAsByTasks) {
    const auto run = [](bool at_once) {
        const auto transport = exchange::make_local_transport();
        Rank r{*transport};
        build_network(r, 30, 0, 1);
        auto times = std::make_shared<std::vector<double>>(), sources = std::make_shared<std::vector<double>>();
        r.network.gids().record(std::nullopt, times, sources);
        run_to_completion(r.simulation.initialize(-65.));
        std::vector<double> script;
        r.simulation.hooks().events().add(3.3, [&] { script.push_back(r.model.t); });
        int without_task = 0;
        for (int k = 0; k < 800; ++k) {
            if (at_once && r.simulation.advance_at_once()) {
                ++without_task;
            } else {
                run_to_completion(r.simulation.advance());
            }
        }
        EXPECT_GE(without_task, at_once ? 700 : 0);
        EXPECT_EQ(r.simulation.meter().phase_times().steps, 800);
        return std::tuple(*times, *sources, script, r.model.t);
    };
    const auto by_tasks = run(false);
    ASSERT_GT(std::get<0>(by_tasks).size(), 50u);
    ASSERT_EQ(std::get<2>(by_tasks).size(), 1u);
    EXPECT_EQ(run(true), by_tasks);
}

// The raster must be written, step hooks may change anything, and other ranks wait.
TEST_F(SimulationTest, TakesNoStepAtOnceThatMayHaveToWait) {
    r.model.create_section("soma");
    EXPECT_FALSE(r.simulation.advance_at_once()) << "before initialize";
    run_to_completion(r.simulation.initialize(-65.));
    EXPECT_TRUE(r.simulation.advance_at_once());
    const auto hook = r.simulation.hooks().add_step_hook([] {});
    EXPECT_FALSE(r.simulation.advance_at_once()) << "with a hook";
    r.simulation.hooks().remove_step_hook(hook);
    EXPECT_TRUE(r.simulation.advance_at_once());
    r.record_spikes();
    EXPECT_FALSE(r.simulation.advance_at_once()) << "with a raster";
    EXPECT_NEAR(r.model.t, .05, 1e-12);
}

// Delays that are not multiples of dt, and a dt that is not a binary fraction.
TEST(Simulation, GivesTheSameSpikesWithOddSteps) {
    const std::vector<Spike> reference = spikes_on({}, 30, 30, .333, .01);
    ASSERT_GT(reference.size(), 50u);
    EXPECT_EQ(spikes_on({3, 1, 1}, 30, 30, .333, .01), reference);
    EXPECT_EQ(spikes_on({2, 2, 4}, 30, 30, .333, .01), reference);
}

TEST_F(SimulationTest, GivesTheSameSpikesStepByStep) {
    build_network(r, 30, 0, 1);
    r.record_spikes();
    run_to_completion(r.simulation.initialize(-65.));
    for (int k = 0; k < 800; ++k) run_to_completion(r.simulation.advance());
    r.simulation.flush_raster();
    EXPECT_EQ(r.spikes, spikes_on({}, 30, 20));
    // And again from the beginning.
    r.spikes.clear();
    run(20);
    r.simulation.flush_raster();
    EXPECT_EQ(r.spikes, spikes_on({}, 30, 20));
}

}  // namespace
}  // namespace ranvier::engine
