#include "engine/network/owned_gids.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <utility>

#include "engine/network/instance_numbers.hpp"

namespace ranvier::engine {
namespace {

TEST(OwnedGids, AreFoundWhateverTheOrderInWhichTheyCame) {
    std::mt19937 random(1);
    for (const int step : {1, 7}) {
        for (const auto& [regular, shuffled] :
             {std::pair(true, false), std::pair(true, true), std::pair(false, false), std::pair(false, true)}) {
            std::vector<Gid> gids;
            for (Gid gid = 3; gid < 5000 * step; gid += step) gids.push_back(gid);
            if (!regular) gids.push_back(2'000'000'000);
            if (shuffled) std::shuffle(gids.begin(), gids.end(), random);
            OwnedGids owned;
            std::map<Gid, SourceId> expected;
            for (const Gid gid : gids) {
                ASSERT_EQ(owned.find(gid), nullptr);
                const SourceId source{static_cast<std::uint32_t>(expected.size())};
                owned.insert(gid, source);
                expected.emplace(gid, source);
                ASSERT_EQ(*owned.find(gid), source);
            }
            ASSERT_EQ(owned.size(), expected.size());
            for (const Gid absent : {0, 2, 4, 3 + 5000 * step, 1'999'999'999, 2'000'000'001}) {
                EXPECT_EQ(owned.find(absent) != nullptr, expected.contains(absent)) << absent;
            }
            *owned.find(3) = SourceId::none;
            expected[3] = SourceId::none;
            auto next = expected.begin();
            owned.for_each([&](Gid gid, SourceId source) {
                ASSERT_NE(next, expected.end());
                EXPECT_EQ(gid, next->first);
                EXPECT_EQ(source, next->second);
                ++next;
            });
            EXPECT_EQ(next, expected.end());
            owned.clear();
            EXPECT_EQ(owned.find(3), nullptr);
        }
    }
}

TEST(InstanceNumbers, AreThoseOfTheInstanceUntilItIsErased) {
    InstanceNumbers<TargetNumber> numbers;
    numbers[{3, 5}] = TargetNumber{7};
    numbers[{1, 0}] = TargetNumber{8};
    EXPECT_EQ(numbers.find({3, 5}), TargetNumber{7});
    EXPECT_EQ(numbers.find({1, 0}), TargetNumber{8});
    for (const InstanceId other : {InstanceId{3, 4}, InstanceId{3, 6}, InstanceId{2, 5}, InstanceId{9, 0}}) {
        EXPECT_EQ(numbers.find(other), TargetNumber::none);
    }
    numbers.erase({3, 5});
    numbers.erase({9, 9});
    EXPECT_EQ(numbers.find({3, 5}), TargetNumber::none);
    EXPECT_EQ(numbers.find({1, 0}), TargetNumber{8});
}

}  // namespace
}  // namespace ranvier::engine
