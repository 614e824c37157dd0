#include "engine/run/phase_clock.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace ranvier::engine {
namespace {

using Clock = std::chrono::steady_clock;

/// Is busy for so long [s], by another clock than the one under test; returns how long it took.
double work(double seconds) {
    const Clock::time_point begin = Clock::now();
    double passed = 0;
    while (passed < seconds) passed = std::chrono::duration<double>(Clock::now() - begin).count();
    return passed;
}

/// The other clock is read shortly before and after; on a busy machine, "shortly" may be a turn of another program.
constexpr double near = 5e-3;  // [s]

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
    const double wall = std::chrono::duration<double>(Clock::now() - begin).count();
    work(3e-3);  // after the run
    EXPECT_NEAR(clock.seconds(Phase::update), update, near);
    EXPECT_NEAR(clock.seconds(Phase::deliver), deliver, near);
    EXPECT_NEAR(clock.seconds(Phase::script), script, near);
    EXPECT_NEAR(clock.wall(), wall, near);
    const double sum = clock.seconds(Phase::update) + clock.seconds(Phase::deliver) + clock.seconds(Phase::script);
    EXPECT_NEAR(sum, clock.wall(), 1e-6 * wall);
}

TEST(PhaseClock, DoesNotCountAUserWhoThinks) {
    PhaseClock clock;
    {
        const TimedAdvance advance(clock, Phase::update);
    }
    work(20e-3);
    {
        const TimedAdvance advance(clock, Phase::update, false);
    }
    EXPECT_EQ(clock.seconds(Phase::script), 0);
    EXPECT_LT(clock.wall(), 20e-3 + near - 10e-3);
}

TEST(PhaseClock, TellsWaitingFromCommunicating) {
    PhaseClock clock;
    {
        const TimedAdvance advance(clock, Phase::update);
        const double met = work(5e-3);
        clock.lap_meeting(.75 * met);
    }
    EXPECT_NEAR(clock.seconds(Phase::synchronize), 3.75e-3, near);
    EXPECT_NEAR(clock.seconds(Phase::communicate) + clock.seconds(Phase::synchronize), clock.wall(), 1e-4);
    EXPECT_GT(clock.seconds(Phase::communicate), 1e-3);
}

TEST(PhaseClock, StartsAgainInTheMiddleOfAnAdvance) {
    PhaseClock clock;
    {
        const TimedAdvance advance(clock, Phase::collocate);
        work(30e-3);
        clock.lap(Phase::update);
        clock.restart();
        work(1e-3);
    }
    EXPECT_EQ(clock.seconds(Phase::update), 0);
    EXPECT_NEAR(clock.wall(), clock.seconds(Phase::collocate), 1e-9);
    EXPECT_LT(clock.wall(), 30e-3);
}

}  // namespace
}  // namespace ranvier::engine
