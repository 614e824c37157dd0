#include "engine/record/play.hpp"

#include <gtest/gtest.h>

namespace ranvier::engine {
namespace {

Samples vector_of(std::vector<double> values) {
    return std::make_shared<std::vector<double>>(std::move(values));
}

/// The values and times of all events.
std::vector<std::pair<double, double>> steps_of(Play& play, std::optional<double> first) {
    std::vector<std::pair<double, double>> all;
    for (std::optional<double> t = first; t; t = play.next_time(*t)) {
        const double value = play.take_value();
        all.emplace_back(value, *t);
    }
    return all;
}
using TimedValues = std::vector<std::pair<double, double>>;

TEST(Play, StepsAtItsTimes) {
    Play play({vector_of({1, 2, 3}), vector_of({.5, 2})});
    EXPECT_EQ(play.size(), 2u);
    EXPECT_EQ(play.latest(), std::nullopt);
    EXPECT_EQ(steps_of(play, play.begin(0)), (TimedValues{{1, .5}, {2, 2}}));
    EXPECT_EQ(play.latest(), 2);
    EXPECT_FALSE(play.is_underway());
    EXPECT_EQ(play.begin(0), .5);
}

TEST(Play, StepsAtAnInterval) {
    Play play({vector_of({1, 2, 3}), nullptr, .5});
    EXPECT_EQ(steps_of(play, play.begin(1)), (TimedValues{{1, 1}, {2, 1.5}, {3, 2}}));
}

TEST(Play, BeginsAfterATime) {
    Play play({vector_of({1, 2, 3}), nullptr, .1});
    EXPECT_EQ(play.begin_after(.1), .1 + .1);
    EXPECT_EQ(play.latest(), 2);
    EXPECT_EQ(play.begin_after(1), std::nullopt);
    EXPECT_EQ(play.latest(), 3);
    EXPECT_EQ(play.begin_after(-1), 0);
    EXPECT_EQ(play.latest(), std::nullopt);
}

TEST(Play, InterpolatesBetweenPointsThatEventsHaveReached) {
    Play play({vector_of({0, 10, 0}), vector_of({0, 1, 2}), std::nullopt, true});
    EXPECT_EQ(play.begin(0), 0);
    EXPECT_EQ(play.pass_point(), 1);
    EXPECT_EQ(play.value_at(.25), 2.5);
    EXPECT_EQ(play.pass_point(), 2);
    EXPECT_EQ(play.value_at(1.5), 5);
    EXPECT_EQ(play.value_at(.5), 5) << "variable steps go back";
    EXPECT_EQ(play.value_at(-1), 0);
    EXPECT_EQ(play.pass_point(), std::nullopt);
    EXPECT_EQ(play.value_at(3), -10) << "on the last line";
}

TEST(Play, HasEventsAtDiscontinuitiesOnly) {
    Play play({vector_of({0, 1, 2, 3}), vector_of({0, 1, 2, 3}), std::nullopt, true, vector_of({2})});
    EXPECT_EQ(play.begin(0), 2);
    EXPECT_EQ(play.pass_point(), std::nullopt);
    EXPECT_EQ(play.begin_after(2), std::nullopt);
    EXPECT_EQ(play.cursor().at, 3u);
    EXPECT_EQ(play.cursor().last, 2u);
}

TEST(Play, GoesBackToACursor) {
    Play play({vector_of({1, 2, 3}), nullptr, .5});
    play.begin(0);
    play.take_value();
    const Play::Cursor before = play.cursor();
    play.take_value();
    play.set_cursor(before);
    EXPECT_EQ(play.take_value(), 2);
}

TEST(Play, EndsWhenItsVectorBecomesEmpty) {
    const Samples values = vector_of({1, 2});
    Play play({values, nullptr, .5});
    EXPECT_EQ(play.begin(0), 0);
    values->clear();
    EXPECT_FALSE(play.is_underway());
    EXPECT_EQ(play.begin(0), std::nullopt);
}

}  // namespace
}  // namespace ranvier::engine
