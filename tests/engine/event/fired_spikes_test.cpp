#include "engine/event/fired_spikes.hpp"

#include <gtest/gtest.h>

namespace ranvier::engine {
namespace {

TEST(FiredSpikes, HandsOutEachSpikeOnceAndKeepsAllUntilTheWindowEnds) {
    FiredSpikes fired;
    fired.add(1, SourceId{7});
    fired.add(1.5, SourceId{3});
    ASSERT_EQ(fired.take_unsent().size(), 2u);
    EXPECT_FALSE(fired.has_unsent());
    fired.add(1.25, SourceId{9});  // in the order of firing, not of time
    EXPECT_TRUE(fired.has_unsent());
    const std::span<const Fired> unsent = fired.take_unsent();
    ASSERT_EQ(unsent.size(), 1u);
    EXPECT_EQ(unsent[0].source, SourceId{9});
    ASSERT_EQ(fired.all().size(), 3u);
    EXPECT_EQ(fired.all()[2].t, 1.25);
}

TEST(FiredSpikes, BeginsAnewAfterAWindow) {
    FiredSpikes fired;
    fired.add(1, SourceId{7});
    fired.take_unsent();
    fired.clear();
    EXPECT_TRUE(fired.empty());
    EXPECT_FALSE(fired.has_unsent());
    fired.add(2, SourceId{7});
    EXPECT_EQ(fired.take_unsent().size(), 1u);
}

}  // namespace
}  // namespace ranvier::engine
