#include "engine/variable/at_times.hpp"

#include <gtest/gtest.h>

namespace ranvier::engine {
namespace {

/// A restart at t, during which these times are announced.
AtTimes after_restart(double t, std::initializer_list<double> announced) {
    AtTimes times;
    times.begin_restart(t);
    for (const double each : announced) times.announce(each);
    times.end_restart();
    return times;
}

TEST(AtTimes, StopJustBeforeTheFirstAnnouncedTime) {
    const AtTimes times = after_restart(1, {7, 5, .5});
    EXPECT_LT(times.stop(), 5);
    EXPECT_NEAR(times.stop(), 5, 1e-12);
    EXPECT_FALSE(times.is_reached(4.9));
    EXPECT_TRUE(times.is_reached(times.stop()));
    EXPECT_GT(times.restart_behind_stop(), 5);
    EXPECT_NEAR(times.restart_behind_stop(), 5, 1e-12);
}

TEST(AtTimes, TellTheMechanismWhoseTimeItIs) {
    AtTimes times = after_restart(1, {5});
    const double t = times.restart_behind_stop();
    times.begin_restart(t);
    EXPECT_TRUE(times.announce(5));
    EXPECT_FALSE(times.announce(6));
    times.end_restart();
    EXPECT_NEAR(times.stop(), 6, 1e-12) << "5 is over";
}

TEST(AtTimes, CountDuringARestartOnly) {
    AtTimes times = after_restart(1, {});
    const double stop = times.stop();
    EXPECT_FALSE(times.announce(1));
    EXPECT_FALSE(times.announce(3));
    EXPECT_EQ(times.stop(), stop);
    EXPECT_GT(stop, 1e4);
    times.forget(20);
    EXPECT_EQ(times.stop(), 100020);
}

}  // namespace
}  // namespace ranvier::engine
