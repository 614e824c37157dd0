#include "engine/event/block/receivers.hpp"

#include <gtest/gtest.h>

#include "event/hand_made_cells.hpp"

namespace ranvier::engine {
namespace {

constexpr MechanismId adder = 4, leak = 5, watcher = 7;

/// Three Adders, two instances of a density mechanism and two Watchers.
class ReceiversTest : public testing::Test {
  protected:
    rv_instances adders{}, leaks{}, watchers{};
    Receivers receivers;

    ReceiversTest() {
        adders.count = 3;
        leaks.count = watchers.count = 2;
        receivers.add(&adders, &hand_made::adder(), adder);
        receivers.add(&leaks, &hand_made::leak(), leak);
        receivers.add(&watchers, &hand_made::watcher(), watcher);
    }
};

TEST_F(ReceiversTest, NumbersThoseOfAMechanismInARow) {
    EXPECT_EQ(receivers.size(), 5u);
    EXPECT_EQ(receivers.slots().size(), 3u);
    for (std::int32_t i = 0; i < 3; ++i) EXPECT_EQ(index_of(receivers.find(&adders, i)), static_cast<unsigned>(i));
    EXPECT_EQ(receivers.find(&leaks, 0), Receiver::none) << "a density mechanism receives no events";
    EXPECT_EQ(index_of(receivers.find(&watchers, 1)), 4u);
    EXPECT_EQ(receivers.index(Receiver{4}), 1);
    EXPECT_EQ(receivers.slot(Receiver{4}).in, &watchers);
    EXPECT_EQ(receivers.slots()[1].receiver_count(), 0);
}

TEST_F(ReceiversTest, KnowsAnInstanceOnceItIsNamed) {
    EXPECT_FALSE(receivers.instance(Receiver{3}));
    receivers.name(Receiver{3}, 17);
    EXPECT_EQ(receivers.instance(Receiver{3}), (InstanceId{watcher, 17}));
    EXPECT_EQ(receivers.source(Receiver{3}), SourceId::none);
    receivers.set_source(Receiver{3}, SourceId{9});
    EXPECT_EQ(receivers.source(Receiver{3}), SourceId{9});
    EXPECT_EQ(receivers.source(Receiver{4}), SourceId::none);
}

TEST_F(ReceiversTest, GivesAllOfAMechanismOneTable) {
    receivers.set_table(receivers.slots()[2], TableNumber{6});
    EXPECT_EQ(receivers.table(Receiver{2}), TableNumber::none);
    for (const std::uint32_t r : {3u, 4u}) EXPECT_EQ(receivers.table(Receiver{r}), TableNumber{6});
}

TEST_F(ReceiversTest, LetsOnlyFlagOneOfArtificialCellsWaitForConnections) {
    const std::uint64_t connection = event_key(EventClass::connection, 0);
    EXPECT_GT(receivers.key(Receiver{0}, 1, true), connection);
    EXPECT_LT(receivers.key(Receiver{0}, 2, true), connection);
    EXPECT_LT(receivers.key(Receiver{0}, 1, false), connection);
    EXPECT_LT(receivers.key(Receiver{3}, 1, true), connection) << "a point process";
    EXPECT_LT(receivers.key(Receiver{0}, 0, false), receivers.key(Receiver{1}, 0, false));
    EXPECT_LT(receivers.key(Receiver{2}, 0, false), receivers.key(Receiver{3}, 0, false)) << "by mechanism first";
}

TEST_F(ReceiversTest, AsksAMechanismForAConditionAtATime) {
    double v[] = {-70, -50}, high[] = {-55, -55};
    double* fields[] = {high};
    std::int32_t node[] = {0, 1};
    watchers.v = v;
    watchers.field = fields;
    watchers.node = node;
    EXPECT_EQ(receivers.condition(Receiver{3}, 0, 2.5), -15);
    EXPECT_EQ(receivers.condition(Receiver{4}, 0, 2.5), 5);
    EXPECT_EQ(watchers.t, 2.5);
    EXPECT_TRUE(receivers.has_watches());
    EXPECT_FALSE(Receivers().has_watches());
}

}  // namespace
}  // namespace ranvier::engine
