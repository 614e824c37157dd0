#include "engine/event/poll_interval.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "event/fakes.hpp"

namespace ranvier::engine {
namespace {

constexpr double microsecond = 1e-6;

/// How often it was time in so many steps of such a length [s], and the longest pause between two [s].
struct Polls {
    int count = 0;
    double longest_pause = 0;
};
Polls polls_in(PollInterval& interval, FakeTransport& transport, int steps, double length) {
    Polls polls;
    double last = transport.now;
    for (int k = 0; k < steps; ++k) {
        transport.now += length;
        if (!interval.is_due(transport)) continue;
        ++polls.count;
        polls.longest_pause = std::max(polls.longest_pause, transport.now - last);
        last = transport.now;
    }
    return polls;
}

TEST(PollInterval, IsDueAboutEvery20Microseconds) {
    FakeTransport transport(2);
    transport.now = 1000;
    PollInterval interval;
    polls_in(interval, transport, 200, microsecond);
    const Polls polls = polls_in(interval, transport, 20'000, microsecond);
    EXPECT_NEAR(polls.count, 1000, 50);
    EXPECT_LT(polls.longest_pause, 30 * microsecond);
}

TEST(PollInterval, IsDueAfterEachLongStep) {
    FakeTransport transport(2);
    PollInterval interval;
    polls_in(interval, transport, 10, 100 * microsecond);
    EXPECT_EQ(polls_in(interval, transport, 50, 100 * microsecond).count, 50);
}

TEST(PollInterval, FollowsAChangeOfTheStepsLength) {
    FakeTransport transport(2);
    PollInterval interval;
    polls_in(interval, transport, 1000, microsecond);
    polls_in(interval, transport, 40, 50 * microsecond);
    EXPECT_EQ(polls_in(interval, transport, 50, 50 * microsecond).count, 50);
}

// Reading the clock takes as long as a small cell's step.
TEST(PollInterval, ReadsAClockThatStandsStillEverMoreSeldom) {
    FakeTransport transport(2);
    PollInterval interval;
    EXPECT_EQ(polls_in(interval, transport, 100'000, 0).count, 0);
    EXPECT_LT(transport.clock_readings, 150);
}

}  // namespace
}  // namespace ranvier::engine
