#include "exchange/sorted_gids.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace ranvier::exchange {
namespace {

TEST(SortedGids, FindThePlacesOfEachGid) {
    std::mt19937 random(1);
    for (const std::uint32_t span : {10u, 1000u, 70000u, 1000000u, 0x7ffffffeu}) {
        for (const std::size_t count : {1u, 20u, 3000u}) {
            std::vector<Gid> gids;
            for (std::size_t k = 0; k < count; ++k) gids.push_back(static_cast<Gid>(random() % span));
            std::sort(gids.begin(), gids.end());
            const SortedGids sorted(gids);
            ASSERT_EQ(sorted.size(), count);
            const auto check = [&](Gid gid) {
                const auto [first, behind] = std::equal_range(gids.begin(), gids.end(), gid);
                ASSERT_EQ(sorted.contains(gid), first != behind) << gid;
                if (first == behind) return;
                EXPECT_EQ(sorted.find(gid).begin, static_cast<std::size_t>(first - gids.begin()));
                EXPECT_EQ(sorted.find(gid).end, static_cast<std::size_t>(behind - gids.begin()));
            };
            for (const Gid gid : gids) check(gid);
            for (int k = 0; k < 500; ++k) check(static_cast<Gid>(random() % 0x7fffffff));
            for (const Gid gid : {-1, 0, 0x7fffffff}) check(gid);
            std::vector<Gid> listed;
            sorted.for_each([&](std::size_t place, Gid gid) {
                EXPECT_EQ(place, listed.size());
                listed.push_back(gid);
            });
            EXPECT_EQ(listed, gids);
        }
    }
}

TEST(SortedGids, AreNone) {
    const SortedGids none;
    EXPECT_EQ(none.size(), 0u);
    EXPECT_FALSE(none.contains(0));
}

TEST(SortedGids, TakeTwoBytesAndAHalfForAGid) {
    for (const Gid gap : {1, 7, 1000}) {
        std::vector<Gid> gids;
        for (Gid k = 0; k < 1000000; ++k) gids.push_back(gap * k + k % gap);
        EXPECT_LE(SortedGids(gids).bytes(), 2.6 * 1000000) << gap;
    }
}

}  // namespace
}  // namespace ranvier::exchange
