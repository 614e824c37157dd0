#include "engine/run/thread_choice.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace ranvier::engine {
namespace {

constexpr Ticks moment = 1000;

/// What windows of ten steps take on threads, and alone.
struct Costs {
    Ticks on_threads, alone;
};

/// How much longer many windows take than with the faster way alone.
double excess(ThreadChoice& choice, const Costs& costs, int accident_each = 0) {
    constexpr int windows = 100000;
    double all = 0;
    for (int k = 1; k <= windows; ++k) {
        const Ticks usual = choice.on_threads() ? costs.on_threads : costs.alone;
        const bool is_accident = accident_each > 0 && k % accident_each == 0;
        choice.ended(10, is_accident ? 3000 : usual);
        all += static_cast<double>(usual);
    }
    return all / windows / static_cast<double>(std::min(costs.on_threads, costs.alone)) - 1;
}

TEST(ThreadChoice, UsesTheFasterMode) {
    ThreadChoice choice(moment);
    for (const Costs& now : {Costs{60, 100}, {120, 100}, {60, 100}, {180, 300}}) EXPECT_LT(excess(choice, now), .03);
}

TEST(ThreadChoice, TriesASlowWayRarely) {
    ThreadChoice choice(moment);
    EXPECT_LT(excess(choice, {5000, 100}), .03);
    EXPECT_LT(excess(choice, {101, 100}), .01);
}

TEST(ThreadChoice, NeedsNoManyWindowsWhereTheyAreLong) {
    ThreadChoice choice(moment);
    EXPECT_TRUE(choice.on_threads());
    choice.ended(10, 5000);
    EXPECT_FALSE(choice.on_threads());
    choice.ended(10, 9000);
    EXPECT_TRUE(choice.on_threads());
}

TEST(ThreadChoice, IsNotConfusedByAccidents) {
    ThreadChoice choice(moment);
    EXPECT_LT(excess(choice, {60, 100}, 203), .1);
}

}  // namespace
}  // namespace ranvier::engine
