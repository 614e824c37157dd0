#include "engine/run/exchange_clock.hpp"

#include <gtest/gtest.h>

#include "run/parts.hpp"

namespace ranvier::engine {
namespace {

using exchange::Task;

class ExchangeClockTest : public testing::Test, protected PartsOfAFakeRank {
  protected:
    InstanceId cell = make(hand_made::adder());
    NetConId input = listen(50, cell, 1);
    void agree() { run_to_completion(clock.agree(false)); }
};

TEST(ExchangeClock, HasTheMinimumDelayOfAllRanksAsInterval) {
    std::vector<double> of_delays(3), of_script(3);
    run_on_ranks(3, [&](Parts& parts, int rank) -> Task<void> {
        const InstanceId cell = parts.make(hand_made::adder());
        parts.own(rank, parts.network.sources().of(cell));
        parts.listen((rank + 1) % 3, cell, 3 - .5 * rank);
        const auto r = static_cast<std::size_t>(rank);
        co_await parts.clock.agree(false);
        of_delays[r] = parts.clock.interval();
        parts.clock.set_longest_interval(1.5);
        co_await parts.clock.agree(false);
        of_script[r] = parts.clock.interval();
    });
    EXPECT_EQ(of_delays, std::vector<double>(3, 2));
    EXPECT_EQ(of_script, std::vector<double>(3, 1.5));
}

TEST_F(ExchangeClockTest, ConnectsAgainOnlyWhenSomethingHasChanged) {
    agree();
    agree();
    EXPECT_EQ(fake.connections, 1);
    listen(51, cell, 1);
    agree();
    EXPECT_EQ(fake.connections, 2);
    FakeExchange other;
    clock.set_exchange(other);
    agree();
    EXPECT_EQ(other.connections, 1);
}

TEST_F(ExchangeClockTest, ConnectsStrategiesThatGoByDelaysAgainWhenStepsHaveAnotherLength) {
    fake.uses_delays = true;
    agree();
    EXPECT_FALSE(clock.must_announce_again());
    model.dt = .05;
    EXPECT_TRUE(clock.must_announce_again());
    agree();
    EXPECT_EQ(fake.connections, 2);
    EXPECT_EQ(fake.least_delays, std::vector<exchange::Step>{20});
}

TEST_F(ExchangeClockTest, BeginsIntervalsInStepsOfDt) {
    agree();
    clock.set_step(7);
    EXPECT_FALSE(clock.has_begun());
    EXPECT_TRUE(clock.is_out_of_date());
    clock.begin_interval();
    EXPECT_TRUE(clock.has_begun());
    EXPECT_FALSE(clock.is_out_of_date());
    EXPECT_EQ(fake.first_step, 7);
    EXPECT_EQ(fake.steps_per_interval, 40);
    model.dt = .05;
    EXPECT_TRUE(clock.is_out_of_date());
}

// Steps of CVODE have no common length: halves of the interval are counted, a bit shorter so that nothing comes late.
TEST_F(ExchangeClockTest, CountsHalvesOfIntervalsWhereStepsAreVariable) {
    make_soma("soma");
    variable.active = variable.local = true;
    agree();
    clock.begin_interval();
    EXPECT_TRUE(clock.counts_variable_steps());
    EXPECT_LT(clock.unit(), .5);
    EXPECT_GT(clock.unit(), .4999);
    EXPECT_EQ(fake.steps_per_interval, 2);
}

// The exchange compresses a spike to the number of the step whose time it carries, which must have the same bits.
TEST_F(ExchangeClockTest, TellsTheTimesThatThresholdCrossingsCarry) {
    agree();
    clock.begin_interval();
    EXPECT_FALSE(clock.has_unfinished());
    double t = 0;
    std::vector<double> times;
    for (int k = 0; k < 5; ++k) {
        times.push_back(t + 1e-10);
        t += .0125;
        t += .0125;
    }
    clock.count_steps(2, 0);
    clock.count_steps(3, times[2] - 1e-10);
    EXPECT_TRUE(clock.has_unfinished());
    EXPECT_EQ(clock.step(), 5);
    fake.arriving = {{.01, 50}};
    const auto arrived = run_to_completion(clock.finish());
    EXPECT_EQ(arrived.size(), 1u);
    EXPECT_EQ(fake.finished, std::vector<exchange::Step>{5});
    ASSERT_EQ(fake.times.size(), 5u);
    for (std::size_t k = 0; k < 5; ++k) EXPECT_NEAR(fake.times[k], times[k], 1e-15);
    EXPECT_FALSE(clock.has_unfinished());
}

// A cell that BREAKPOINT advances fires at the end of a step, and a WATCH at its beginning, on whichever rank.
TEST(ExchangeClock, TellsTheTimesOfStepsIfACellOfAnyRankFiresThere) {
    static const rv_mechanism stepped = [] {
        rv_mechanism d = hand_made::adder();
        d.name = "Stepped";
        d.advance = [](rv_instances*) { return 0; };
        return d;
    }();
    for (const bool is_stepped : {false, true}) {
        std::vector<std::vector<double>> times(2);
        run_on_ranks(2, [&](Parts& parts, int rank) -> Task<void> {
            parts.make(hand_made::adder());
            if (is_stepped && rank == 1) parts.make(stepped);
            FakeExchange fake;
            parts.clock.set_exchange(fake);
            co_await parts.clock.agree(false);
            parts.clock.begin_interval();
            parts.clock.count_steps(1, 0);
            parts.clock.count_steps(1, .025);
            co_await parts.clock.finish();
            times[static_cast<std::size_t>(rank)] = fake.times;
        });
        const std::vector<double> crossings{1e-10, .025 + 1e-10}, all{0, 1e-10, .025, .025 + 1e-10, .05};
        EXPECT_EQ(times[0], is_stepped ? all : crossings);
        EXPECT_EQ(times[1], times[0]);
    }
}

TEST_F(ExchangeClockTest, RefusesStepsLongerThanTheInterval) {
    agree();
    EXPECT_EQ(error_of([&] { clock.check_interval(); }), "no error");
    model.dt = 1.5;
    const std::string error = error_of([&] { clock.check_interval(); });
    EXPECT_NE(error.find("mindelay is 0 (or less than dt for fixed step method)"), std::string::npos) << error;
    EXPECT_NE(error.find("gid 50"), std::string::npos) << error;
    EXPECT_NE(error.find("has a delay of 1 ms"), std::string::npos) << error;
    clock.set_longest_interval(.5);
    agree();
    EXPECT_EQ(error_of([&] { clock.check_interval(); }), "dt = 1.5 ms exceeds the exchange interval of 0.5 ms")
        << "the script's choice, not a delay's";
}

// Scripts settle by large steps before time 0. Only a spike makes that an error.
TEST_F(ExchangeClockTest, RefusesASpikeThatLargeStepsMakeLate) {
    agree();
    model.dt = 10;
    clock.begin_interval();
    clock.count_steps(1, 0);
    model.t = 10;
    EXPECT_EQ(error_of([&] { run_to_completion(clock.finish()); }), "no error");
    fake.arriving = {{3, 50}};
    const std::string error = error_of([&] { run_to_completion(clock.finish()); });
    EXPECT_NE(error.find("the spike of gid 50 at t = 3 ms arrives too late"), std::string::npos) << error;
}

TEST(ExchangeClock, OnlyCountsStepsOnOneRank) {
    PartsOfOneRank parts;
    run_to_completion(parts.clock.agree(false));
    EXPECT_EQ(parts.clock.interval(), 10) << "the longest";
    parts.model.dt = 100;
    EXPECT_EQ(error_of([&] { parts.clock.check_interval(); }), "no error");
    parts.clock.begin_interval();
    parts.clock.count_steps(3, 0);
    EXPECT_EQ(parts.clock.step(), 3);
    EXPECT_FALSE(parts.clock.has_unfinished());
}

}  // namespace
}  // namespace ranvier::engine
