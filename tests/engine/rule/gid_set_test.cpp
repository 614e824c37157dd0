#include "engine/rule/gid_set.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <utility>
#include <vector>

namespace ranvier::engine {
namespace {

TEST(GidSet, ARangeFindsItsGids) {
    const GidSet set = GidSet::range(10, 5);
    EXPECT_EQ(set.size(), 5);
    EXPECT_EQ(set[4], 14);
    EXPECT_EQ(set.position(10), 0);
    EXPECT_EQ(set.position(14), 4);
    EXPECT_FALSE(set.contains(9));
    EXPECT_FALSE(set.contains(15));
}

TEST(GidSet, AListKeepsItsOrder) {
    const GidSet set = GidSet::list({7, 3, 2147483646, 0});
    EXPECT_EQ(set.size(), 4);
    EXPECT_EQ(set[1], 3);
    for (std::uint32_t k = 0; k < 4; ++k) EXPECT_EQ(set.position(set[k]), k);
    EXPECT_EQ(set.position(4), GidSet::absent);
    EXPECT_FALSE(set.is_range());
}

TEST(GidSet, AListOfConsecutiveGidsIsARange) {
    EXPECT_TRUE(GidSet::list({4, 5, 6}).is_range());
    EXPECT_EQ(GidSet::list({4, 5, 6}).position(6), 2);
    EXPECT_EQ(GidSet::list({}).size(), 0);
}

TEST(GidSet, RefusesWhatAreNoGids) {
    EXPECT_THROW(GidSet::range(-1, 3), std::invalid_argument);
    EXPECT_THROW(GidSet::range(0, -1), std::invalid_argument);
    EXPECT_THROW(GidSet::range(2147483640, 8), std::invalid_argument);
    EXPECT_NO_THROW(GidSet::range(2147483640, 7));
    EXPECT_THROW(GidSet::list({-1, 0}), std::invalid_argument);
    EXPECT_THROW(GidSet::list({3, 1, 3}), std::invalid_argument);
    EXPECT_THROW(GidSet::list({2147483647}), std::invalid_argument);
}

TEST(GidSet, MayHaveAGap) {
    const GidSet set = GidSet::range(10, 10).without(13, 4);
    ASSERT_EQ(set.size(), 6u);
    EXPECT_FALSE(set.is_range());
    EXPECT_EQ(set.end(), 20);
    std::uint32_t found = 0;
    for (Gid gid = 0; gid < 30; ++gid) {
        const bool is_in = gid >= 10 && gid < 20 && !(gid >= 13 && gid < 17);
        ASSERT_EQ(set.contains(gid), is_in) << gid;
        if (!is_in) continue;
        EXPECT_EQ(set[found], gid);
        EXPECT_EQ(set.position(gid), found++);
    }
}

using Ranges = std::vector<std::pair<Gid, Gid>>;

TEST(GidSet, ConsistsOfTheFewestRanges) {
    EXPECT_EQ(GidSet().ranges(), Ranges{});
    EXPECT_EQ(GidSet::range(10, 5).ranges(), (Ranges{{10, 15}}));
    EXPECT_EQ(GidSet::range(10, 10).without(13, 4).ranges(), (Ranges{{10, 13}, {17, 20}}));
    EXPECT_EQ(GidSet::list({8, 3, 7, 4, 1}).ranges(), (Ranges{{1, 2}, {3, 5}, {7, 9}}));
}

TEST(GidSet, StaysARangeWithoutAnEnd) {
    const GidSet all = GidSet::range(10, 10);
    EXPECT_TRUE(all.without(0, 14).is_range());
    EXPECT_EQ(all.without(0, 14)[0], 14);
    EXPECT_EQ(all.without(18, 100).end(), 18);
    EXPECT_EQ(all.without(30, 5).size(), 10u);
    EXPECT_EQ(all.without(0, 100).size(), 0u);
    EXPECT_EQ(all.without(12, 2).without(30, 1).size(), 8u);
    EXPECT_THROW(all.without(12, 2).without(16, 1), std::invalid_argument);
    EXPECT_THROW(GidSet::list({3, 1}).without(1, 1), std::invalid_argument);
}

}  // namespace
}  // namespace ranvier::engine
