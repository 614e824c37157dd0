#include "engine/run/phase_clock.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace ranvier::engine {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Is busy for so long [s], by another clock than the one under test; returns how long it took.
double work(double seconds) {
    const Clock::time_point begin = Clock::now();
    double passed = 0;
    while (passed < seconds) passed = seconds_since(begin);
    return passed;
}

/// The other clock is read within a phase or around a run, and another program may run between the two readings: so it
/// tells bounds. They hold but for the clocks' calibration.
constexpr double exactly = .999;

TEST(PhaseClock, DividesTheTimeFromTheFirstBeginToTheLastEnd) {
    PhaseClock clock;
    double update = 0, deliver = 0, script = 0;
    const Clock::time_point begin = Clock::now();
    for (int k = 0; k < 3; ++k) {
        if (k > 0) script += work(2e-3);
        const TimedAdvance advance(clock, Phase::deliver);
        update += work(4e-3);
        clock.lap(Phase::update);
        deliver += work(1e-3);
    }
    const double all = seconds_since(begin);
    work(3e-3);  // after the run
    EXPECT_GE(clock.seconds(Phase::update), exactly * update);
    EXPECT_GE(clock.seconds(Phase::deliver), exactly * deliver);
    EXPECT_GE(clock.seconds(Phase::script), exactly * script);
    EXPECT_LE(exactly * clock.wall(), all);
    const double sum = clock.seconds(Phase::update) + clock.seconds(Phase::deliver) + clock.seconds(Phase::script);
    EXPECT_NEAR(sum, clock.wall(), 1e-4 * all);
}

TEST(PhaseClock, DoesNotCountAUserWhoThinks) {
    PhaseClock clock;
    const Clock::time_point begin = Clock::now();
    {
        const TimedAdvance advance(clock, Phase::update);
    }
    const double thought = work(20e-3);
    {
        const TimedAdvance advance(clock, Phase::update, false);
    }
    const double all = seconds_since(begin);
    EXPECT_EQ(clock.seconds(Phase::script), 0);
    EXPECT_LE(exactly * clock.wall(), all - exactly * thought);
}

TEST(PhaseClock, TellsWaitingFromCommunicating) {
    PhaseClock clock;
    double met = 0;
    {
        const TimedAdvance advance(clock, Phase::update);
        met = work(5e-3);
        clock.lap_meeting(.75 * met);
    }
    EXPECT_DOUBLE_EQ(clock.seconds(Phase::synchronize), .75 * met);
    EXPECT_GE(clock.seconds(Phase::communicate), .25 * met - (1 - exactly) * met);
    const double sum =
        clock.seconds(Phase::communicate) + clock.seconds(Phase::synchronize) + clock.seconds(Phase::update);
    EXPECT_NEAR(sum, clock.wall(), 1e-4 * met);
}

TEST(PhaseClock, StartsAgainInTheMiddleOfAnAdvance) {
    PhaseClock clock;
    const Clock::time_point begin = Clock::now();
    double before = 0;
    {
        const TimedAdvance advance(clock, Phase::collocate);
        before = work(30e-3);
        clock.lap(Phase::update);
        clock.restart();
        work(1e-3);
    }
    const double all = seconds_since(begin);
    EXPECT_EQ(clock.seconds(Phase::update), 0);
    EXPECT_NEAR(clock.wall(), clock.seconds(Phase::collocate), 1e-4 * all);
    EXPECT_LE(exactly * clock.wall(), all - exactly * before);
}

}  // namespace
}  // namespace ranvier::engine
