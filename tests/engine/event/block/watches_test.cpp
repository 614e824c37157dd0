#include "engine/event/block/watches.hpp"

#include <gtest/gtest.h>

namespace ranvier::engine {
namespace {

constexpr Receiver one{0}, two{1};

class WatchesTest : public testing::Test {
  protected:
    Watches watches{2};
    double values[2][2] = {{-1, -1}, {-1, -1}};  // of the conditions, by receiver and number

    /// The flags of the WATCHes whose conditions have become true.
    std::vector<double> check() {
        std::vector<double> flags;
        watches.check([&](const Watch& w) { return values[index_of(w.receiver)][w.number]; },
                      [&](const Watch& w) { flags.push_back(w.flag); });
        return flags;
    }
    static Event sent_by(const Watch& watch) { return Event::watch(1, 0, 0, watch.receiver, watch.flag, watch.arming); }
    using Flags = std::vector<double>;
};

TEST_F(WatchesTest, SendWheneverTheConditionBecomesTrue) {
    watches.arm(one, 0, 5, true, false);
    watches.arm(two, 1, 6, true, false);
    EXPECT_EQ(check(), Flags{});
    values[0][0] = values[1][1] = 1;
    EXPECT_EQ(check(), (Flags{5, 6}));
    EXPECT_EQ(check(), Flags{});
    values[0][0] = 0;
    check();
    values[0][0] = 1;
    EXPECT_EQ(check(), Flags{5}) << "it stays armed";
}

TEST_F(WatchesTest, SendNothingForWhatHeldWhenArmed) {
    values[0][0] = 1;
    watches.arm(one, 0, 5, true, true);
    EXPECT_EQ(check(), Flags{});
}

TEST_F(WatchesTest, ReplaceTheOthersOfTheReceiverAndMakeTheirEventsVoid) {
    watches.arm(two, 0, 1, true, false);
    const Event of_two = sent_by(watches.armed()[0]);
    watches.arm(one, 0, 2, true, false);
    watches.arm(one, 1, 3, false, false);  // the second WATCH of the same block
    ASSERT_EQ(watches.armed().size(), 3u);
    const Event first = sent_by(watches.armed()[1]), second = sent_by(watches.armed()[2]);
    EXPECT_TRUE(watches.is_valid(first));
    watches.arm(one, 0, 4, true, false);
    ASSERT_EQ(watches.armed().size(), 2u);
    EXPECT_FALSE(watches.is_valid(first));
    EXPECT_FALSE(watches.is_valid(second));
    EXPECT_TRUE(watches.is_valid(of_two));
    EXPECT_TRUE(watches.is_valid(sent_by(watches.armed()[1])));
    watches.arm(one, 0, 5, false, false);
    EXPECT_EQ(watches.armed().size(), 2u) << "armed again";
    EXPECT_EQ(watches.armed()[1].flag, 5);
}

TEST_F(WatchesTest, StayValidInTheQueueWhenDisarmed) {
    watches.arm(one, 0, 1, true, false);
    const Event event = sent_by(watches.armed()[0]);
    watches.disarm();
    EXPECT_TRUE(watches.armed().empty());
    EXPECT_TRUE(watches.is_valid(event));
}

TEST_F(WatchesTest, NumberLaterArmingsAboveThosePutBack) {
    watches.put_back({one, 0, 1, 41, true});
    EXPECT_EQ(watches.armed()[0].arming, 41u);
    const Event event = sent_by(watches.armed()[0]);
    watches.put_back_arming(50);
    watches.arm(one, 0, 2, true, false);
    EXPECT_EQ(watches.armed()[0].arming, 51u);
    EXPECT_FALSE(watches.is_valid(event));
    watches.clear();
    EXPECT_TRUE(watches.is_valid(event));
}

}  // namespace
}  // namespace ranvier::engine
