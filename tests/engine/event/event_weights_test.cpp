#include "engine/event/event_weights.hpp"

#include <gtest/gtest.h>

#include "engine/event/target_weights.hpp"
#include "event/event_parts.hpp"

namespace ranvier::engine {
namespace {

struct EventWeightsTest : testing::Test, EventParts {
    InstanceId first{make_adder()}, second{make_adder()};
    std::uint32_t a{connect(first, second, 1, .25)}, b{connect(second, first, 1, .5)},
        c{connect(first, second, 2, .75)};

    TableNumber table_onto(InstanceId cell) { return block_of(cell).receivers().table(receiver(cell)); }
};

TEST_F(EventWeightsTest, AreFoundByNumberAndAfterArrangingByName) {
    build();
    const double* weight = state.connections().by_number().weights(c).data();
    const WeightNumber number = weights.number(weight, table_onto(second));
    EXPECT_EQ(weights.at(number, table_onto(second)), weight);
    const WeightName name = weights.name(number, table_onto(second));
    EXPECT_EQ(name.connection, c);
    EXPECT_EQ(name.offset, 0u);
    connect(first, second, .5, 1);
    build();
    const WeightNumber now = weights.find(name, table_onto(second));
    EXPECT_EQ(*weights.at(now, table_onto(second)), .75);
    network.disconnect(NetConId{c});
    EXPECT_EQ(weights.find(name, table_onto(second)), WeightNumber::none);
}

TEST_F(EventWeightsTest, OfLooseConnectionsHaveNamesToo) {
    network.set_active(NetConId{b}, false);
    build();
    const double* weight = state.connections().by_number().weights(b).data();
    const WeightNumber number = weights.number(weight, table_onto(first));
    EXPECT_EQ(weights.at(number, table_onto(first)), weight);
    EXPECT_EQ(weights.name(number, table_onto(first)).connection, b);
}

TEST_F(EventWeightsTest, OfCCodeAreRemembered) {
    build();
    double array[2] = {1, 2}, another[1] = {3};
    const WeightNumber number = weights.number(array, table_onto(first));
    EXPECT_TRUE(weights.is_array(number));
    EXPECT_FALSE(weights.is_array(WeightNumber{index_of(number) + 1}));
    EXPECT_EQ(weights.number(another, table_onto(first)), WeightNumber{index_of(number) + 1});
    EXPECT_EQ(weights.number(array, table_onto(second)), number);
    EXPECT_EQ(weights.at(number, table_onto(first)), array);
    EXPECT_EQ(weights.name(number, table_onto(first)).connection, nothing);
}

TEST_F(EventWeightsTest, MayBeNone) {
    build();
    EXPECT_EQ(weights.number(nullptr, table_onto(first)), WeightNumber::none);
    EXPECT_EQ(weights.at(WeightNumber::none, table_onto(first)), nullptr);
    EXPECT_EQ(weights.name(WeightNumber::none, table_onto(first)).connection, nothing);
    EXPECT_TRUE(weights.is_array(WeightNumber::none));
}

TEST_F(EventWeightsTest, AreListedByTargetUntilForgotten) {
    build();
    const TargetNumber target = state.targets().find(second);
    const auto values = [&] {
        std::vector<double> all;
        for (const double* weight : target_weights.onto(target, state.targets().size())) all.push_back(*weight);
        return all;
    };
    EXPECT_EQ(values(), (std::vector<double>{.25, .75}));
    connect(second, second, 1, 2);
    build();
    target_weights.forget();
    EXPECT_EQ(values(), (std::vector<double>{.25, .75, 2}));
}

}  // namespace
}  // namespace ranvier::engine
