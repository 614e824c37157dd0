#include "engine/event/block/thresholds.hpp"

#include <gtest/gtest.h>

namespace ranvier::engine {
namespace {

/// Two variables: that of source 7 with a threshold of 10, that of source 3 with 20.
class ThresholdsTest : public testing::Test {
  protected:
    double first = 0, second = 0;
    Thresholds thresholds;

    ThresholdsTest() {
        thresholds.add(&first, 10, SourceId{7}, false);
        thresholds.add(&second, 20, SourceId{3}, false);
    }
    std::vector<std::uint32_t> check() {
        std::vector<std::uint32_t> sent;
        thresholds.check([&](SourceId source) { sent.push_back(index_of(source)); });
        return sent;
    }
    using Sources = std::vector<std::uint32_t>;
};

TEST_F(ThresholdsTest, SendsAtEachCrossingUpwards) {
    EXPECT_EQ(check(), Sources{});
    first = 10;
    EXPECT_EQ(check(), Sources{}) << "at the threshold is not above it";
    first = 10.5, second = 21;
    EXPECT_EQ(check(), (Sources{7, 3})) << "in the order in which they were added";
    EXPECT_EQ(check(), Sources{}) << "once";
    first = 9;
    EXPECT_EQ(check(), Sources{});
    first = 11;
    EXPECT_EQ(check(), Sources{7});
}

TEST_F(ThresholdsTest, SendsNothingForWhatWasAboveBefore) {
    double third = 1;
    thresholds.add(&third, 0, SourceId{5}, true);
    EXPECT_EQ(check(), Sources{});
    third = -1;
    check();
    third = 1;
    EXPECT_EQ(check(), Sources{5});
}

TEST_F(ThresholdsTest, FollowsAThresholdThatMechanismsChange) {
    EXPECT_FALSE(thresholds.has_changeable());
    const auto place = std::make_shared<double>(0.);
    double third = -5;
    thresholds.add(&third, 0, SourceId{5}, false, place);
    EXPECT_TRUE(thresholds.has_changeable());
    EXPECT_EQ(check(), Sources{});
    *place = -10;
    EXPECT_EQ(thresholds.excess(2), -5) << "as of the latest check";
    EXPECT_EQ(check(), Sources{5});
    EXPECT_EQ(thresholds.excess(2), 5);
}

TEST_F(ThresholdsTest, TellsWhatIsAboveBySource) {
    second = 30;
    check();
    std::vector<std::uint8_t> above(8, 2);
    thresholds.add_above(above);
    EXPECT_EQ(above, (std::vector<std::uint8_t>{2, 2, 2, 1, 2, 2, 2, 0})) << "sources of other blocks stay";
    above[3] = 0, above[7] = 1;
    thresholds.take_above(above);
    EXPECT_EQ(check(), Sources{3});
    thresholds.clear();
    EXPECT_EQ(check(), Sources{3});
}

TEST_F(ThresholdsTest, LetsOthersLookForCrossings) {
    first = 12;
    EXPECT_EQ(thresholds.size(), 2u);
    EXPECT_EQ(thresholds.watched()[0], &first);
    EXPECT_EQ(thresholds.excess(0), 2);
    EXPECT_EQ(thresholds.source(0), SourceId{7});
    thresholds.set_above(0, true);
    EXPECT_TRUE(thresholds.is_above(0));
    EXPECT_EQ(check(), Sources{});
}

}  // namespace
}  // namespace ranvier::engine
