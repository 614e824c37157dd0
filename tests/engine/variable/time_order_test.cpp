#include "engine/variable/time_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace ranvier::engine {
namespace {

/// (time, number) of all, in order.
std::vector<std::pair<double, std::uint32_t>> sorted(const std::vector<double>& times) {
    std::vector<std::pair<double, std::uint32_t>> all;
    for (std::uint32_t k = 0; k < times.size(); ++k) all.emplace_back(times[k], k);
    std::sort(all.begin(), all.end());
    return all;
}

TEST(TimeOrder, IsEmptyWithoutThings) {
    TimeOrder order;
    EXPECT_TRUE(order.empty());
    EXPECT_EQ(order.first_time(), TimeOrder::never);
    order.reset(0, 1.);
    EXPECT_TRUE(order.empty());
    EXPECT_EQ(order.first_time(), TimeOrder::never);
}

TEST(TimeOrder, TellsTheFirstTwoAsASortedListDoes) {
    std::mt19937 random(1);
    for (const std::size_t n : {1, 2, 3, 5, 8, 33}) {
        std::vector<double> times(n, 2.);
        TimeOrder order;
        order.reset(n, 2.);
        for (int k = 0; k < 2000; ++k) {
            const auto number = static_cast<std::uint32_t>(random() % n);
            const double t =
                random() % 20 == 0 ? TimeOrder::never : static_cast<double>(random() % 8);  // many are equal
            times[number] = t;
            order.set(number, t);
            const auto expected = sorted(times);
            ASSERT_EQ(order.first_time(), expected[0].first);
            ASSERT_EQ(order.first(), expected[0].second);
            if (n > 1) {
                ASSERT_EQ(order.second(), expected[1].second);
            }
        }
    }
}

}  // namespace
}  // namespace ranvier::engine
