#include "engine/connection/loose_connections.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace ranvier::engine {
namespace {

std::vector<double> weights_of(const LooseConnections& loose, std::size_t k) {
    return {loose.weights(k).begin(), loose.weights(k).end()};
}

TEST(LooseConnections, KeepAllParts) {
    LooseConnections loose;
    EXPECT_EQ(loose.add(0, SourceId{7}, TargetNumber{8}, 1.5, 2, 0.25), 0u);
    const std::vector<double> three{1, 2, 3};
    EXPECT_EQ(loose.add(5, {SourceId::none, TargetNumber{9}, 0.5, three, false}), 1u);
    const Connection first = loose[0], second = loose[1];
    EXPECT_EQ(first.source, SourceId{7});
    EXPECT_EQ(first.target, TargetNumber{8});
    EXPECT_EQ(first.delay, 1.5);
    EXPECT_TRUE(first.is_active);
    EXPECT_EQ(weights_of(loose, 0), (std::vector{0.25, 0.}));
    EXPECT_EQ(loose.number(0), 0u);
    EXPECT_EQ(loose.number(1), 5u);
    EXPECT_EQ(second.source, SourceId::none);
    EXPECT_FALSE(second.is_active);
    EXPECT_EQ(weights_of(loose, 1), three);
    EXPECT_EQ(loose.number_of_weight(1), 0u);
    EXPECT_EQ(loose.number_of_weight(4), 5u);
}

TEST(LooseConnections, Change) {
    LooseConnections loose;
    loose.add(0, SourceId{1}, TargetNumber{2}, 1, 1, 0.5);
    loose.add(1, SourceId{1}, TargetNumber{2}, 1, 3, 0.5);
    loose.set_source(0, SourceId{4});
    loose.set_target(0, TargetNumber{3}, 2);
    loose.set_delay(0, 2);
    loose.set_active(0, false);
    EXPECT_EQ(loose.source(0), SourceId{4});
    EXPECT_EQ(loose.target(0), TargetNumber{3});
    EXPECT_EQ(loose.delay(0), 2);
    EXPECT_FALSE(loose.is_active(0));
    EXPECT_EQ(weights_of(loose, 0), (std::vector{0.5, 0.}));
    loose.weights(0)[1] = 4;
    EXPECT_EQ(loose.all_weights()[loose.all_weights().size() - 1], 4);
    loose.set_target(1, TargetNumber{3}, 1);
    EXPECT_EQ(weights_of(loose, 1), (std::vector{0.5}));
    loose.clear_target(1);
    EXPECT_EQ(loose.target(1), TargetNumber::none);
    loose.remove(0);
    EXPECT_FALSE(loose.exists(0));
    EXPECT_EQ(loose.number(1), 1u);
    EXPECT_EQ(loose.number_of_weight(0), nothing) << "it has others since it got two";
    loose.set_ends(1, SourceId{5}, TargetNumber{6}, 7);
    EXPECT_EQ(loose[1].source, SourceId{5});
    EXPECT_EQ(loose[1].target, TargetNumber{6});
    EXPECT_EQ(loose[1].delay, 7);
}

TEST(LooseConnections, KnowInputs) {
    LooseConnections loose;
    EXPECT_EQ(loose.min_input_delay(), std::numeric_limits<double>::infinity());
    loose.add(0, input_of(3), TargetNumber{1}, 2, 1, 0);
    loose.add(1, input_of(3), TargetNumber::none, 1, 1, 0);
    loose.add(2, SourceId{3}, TargetNumber{1}, 0.5, 1, 0);
    EXPECT_EQ(loose.min_input_delay(), 2) << "others have no target, or come from this rank";
    EXPECT_TRUE(loose.has_had(input_of(3)));
    EXPECT_FALSE(loose.has_had(input_of(4)));
    loose.forget_inputs();
    EXPECT_FALSE(loose.has_had(input_of(3)));
    loose.remove(0);
    EXPECT_EQ(loose.min_input_delay(), std::numeric_limits<double>::infinity());
}

TEST(LooseConnections, TakeThirtyFourBytes) {
    constexpr std::uint32_t count = 10000;
    LooseConnections in_order, apart;
    for (LooseConnections* loose : {&in_order, &apart}) {
        loose->reserve(count, count);
        for (std::uint32_t n = 0; n < count; ++n)
            loose->add(loose == &apart ? 2 * n + 1 : n, SourceId{1}, TargetNumber{2}, 1, 1, 0.5);
    }
    EXPECT_EQ(in_order.bytes(), 30 * count);
    EXPECT_EQ(apart.bytes(), 34 * count);
}

}  // namespace
}  // namespace ranvier::engine
