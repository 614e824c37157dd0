#include "engine/variable/crossings.hpp"

#include <gtest/gtest.h>

#include <map>
#include <utility>
#include <vector>

namespace ranvier::engine {
namespace {

constexpr double no_crossing = std::numeric_limits<double>::infinity();

/// A value at the ends of steps of 1 ms from 0 on, the first of which is a restart.
struct CrossingTest : testing::Test {
    Crossing crossing;
    bool above = false;
    double t = 0;

    bool restart(double value) { return crossing.look(value, above, {t, t, t}); }
    bool step_to(double value) {
        t += 1;
        return crossing.look(value, above, {t, t - 1, t});
    }
};

TEST_F(CrossingTest, IsFoundOnTheLineBetweenTheEnds) {
    EXPECT_FALSE(restart(-1));
    EXPECT_FALSE(step_to(3));
    EXPECT_EQ(crossing.pending(), .25);
    EXPECT_TRUE(above);
    EXPECT_EQ(crossing.take(), .25);
    EXPECT_EQ(crossing.pending(), no_crossing);
    step_to(4);
    EXPECT_EQ(crossing.pending(), no_crossing) << "it is above";
}

TEST_F(CrossingTest, IsNowWhereTheStepsRestart) {
    restart(-1);
    EXPECT_TRUE(restart(0));
    EXPECT_FALSE(restart(1));
    EXPECT_EQ(crossing.pending(), no_crossing);
}

TEST_F(CrossingTest, IsForgottenIfItsStepIsTakenBack) {
    restart(-1);
    step_to(1);
    t = .25;
    EXPECT_FALSE(restart(-2)) << "an event came before .5";
    EXPECT_FALSE(above);
    EXPECT_EQ(crossing.pending(), no_crossing);
    step_to(2);
    EXPECT_EQ(crossing.pending(), .75);
}

// A value that touches 0 again within the step after its crossing would cross a second time.
TEST_F(CrossingTest, CountsAgainOnlyAfterTheValueWasClearlyBelow) {
    restart(-1);
    step_to(1);
    crossing.take();
    step_to(-.5);
    EXPECT_TRUE(above);
    step_to(-2);
    EXPECT_TRUE(above) << "the value before was above -1";
    step_to(-2);
    EXPECT_FALSE(above);
}

using Taken = std::vector<std::pair<char, double>>;

/// Values by name, at the ends of steps of 1 ms.
struct CrossingsTest : testing::Test {
    Crossings<char> crossings;
    std::map<char, bool> above;
    double t = 0;

    void step(std::vector<std::pair<char, double>> values) {
        t += 1;
        crossings.begin_look();
        for (const auto& [name, value] : values) crossings.look(name, value, above[name], {t, t - 1, t});
        crossings.end_look();
    }
    Taken take(double til) {
        Taken all;
        crossings.take(til, [&](char name, double at) { all.emplace_back(name, at); });
        return all;
    }
};

TEST_F(CrossingsTest, HappenOneAfterTheOther) {
    EXPECT_EQ(crossings.next(), no_crossing);
    step({{'a', -1}, {'b', -3}, {'c', -1}});
    step({{'a', 1}, {'b', 1}, {'c', -1}});
    EXPECT_EQ(crossings.next(), 1.5);
    EXPECT_EQ(take(1.6), (Taken{{'a', 1.5}}));
    EXPECT_EQ(crossings.next(), 1.75);
    EXPECT_EQ(take(2), (Taken{{'b', 1.75}}));
    EXPECT_EQ(take(2), Taken{});
}

TEST_F(CrossingsTest, FollowValuesThatChangeTheirOrder) {
    step({{'a', -1}, {'b', -3}, {'c', -1}});
    step({{'c', 3}, {'d', -1}, {'a', 1}});
    EXPECT_EQ(take(2), (Taken{{'c', 1.25}, {'a', 1.5}}));
    step({{'a', 2}, {'d', 1}});
    EXPECT_EQ(take(3), (Taken{{'d', 2.5}}));
}

TEST_F(CrossingsTest, AreForgottenWithTheirValues) {
    step({{'a', -1}, {'b', -1}});
    step({{'a', 1}, {'b', -1}});
    EXPECT_EQ(crossings.next(), 1.5);
    step({{'b', -1}});
    EXPECT_EQ(crossings.next(), no_crossing);
}

}  // namespace
}  // namespace ranvier::engine
