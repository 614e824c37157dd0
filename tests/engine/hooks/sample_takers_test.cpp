#include "engine/hooks/sample_takers.hpp"

#include <gtest/gtest.h>

namespace ranvier::engine {
namespace {

TEST(SampleTakers, MakeWindowsAsShortAsTheyWant) {
    SampleTakers takers;
    const int a = 0, b = 0;
    EXPECT_EQ(takers.longest_window(400), 400);
    takers.add(&a, [] {});
    EXPECT_EQ(takers.longest_window(400), 1) << "it has not said how many steps it bears";
    takers.set_longest_window(&a, 10);
    takers.add(&b, [] {});
    takers.set_longest_window(&b, 7);
    EXPECT_EQ(takers.longest_window(400), 7);
    EXPECT_EQ(takers.longest_window(3), 3);
    takers.remove(&b);
    EXPECT_EQ(takers.longest_window(400), 10);
}

TEST(SampleTakers, AreAllCalledUntilTheyAreRemoved) {
    SampleTakers takers;
    const int a = 0, b = 0;
    std::vector<int> taken(2);
    takers.add(&a, [&] { ++taken[0]; });
    takers.add(&b, [&] { ++taken[1]; });
    takers.take();
    takers.remove(&a);
    takers.take();
    EXPECT_EQ(taken, (std::vector<int>{1, 2}));
}

}  // namespace
}  // namespace ranvier::engine
