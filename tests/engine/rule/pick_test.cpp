#include "engine/rule/pick.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace ranvier::engine {
namespace {

constexpr Gid target = 7;

std::vector<std::uint32_t> drawn(const Pick& pick, std::uint32_t synapses, std::vector<std::uint32_t> k,
                                 std::size_t first = 0) {
    std::vector<std::uint32_t> to(k.size());
    pick.draw(KeyedRandom(3, 1), target, synapses, k, first, to);
    return to;
}

Pick number(double x) {
    Pick pick;
    pick.number.a = x;
    return pick;
}

Pick numbers(std::vector<double> of) {
    Pick pick;
    pick.number.kind = Distribution::Kind::values;
    pick.number.values = std::make_shared<std::vector<double>>(std::move(of));
    return pick;
}

TEST(Pick, IsTheSameOrOneOfAnArrayForEach) {
    EXPECT_TRUE(number(0).is_first());
    EXPECT_FALSE(number(2).is_first());
    EXPECT_EQ(drawn(number(2), 3, {0, 5}), (std::vector<std::uint32_t>{2, 2}));
    const Pick each = numbers({9, 9, 1, 0, 2});
    EXPECT_FALSE(each.is_first());
    EXPECT_EQ(drawn(each, 3, {0, 2}, 2), (std::vector<std::uint32_t>{1, 2}));
}

TEST(Pick, IsRefusedWhereThereIsNoSuchSynapse) {
    EXPECT_THROW(drawn(number(3), 3, {0}), std::invalid_argument);
    EXPECT_THROW(drawn(numbers({0, 1}), 1, {1}), std::invalid_argument);
    for (const double wrong : {-1., 0.5, 0x1p32, std::numeric_limits<double>::quiet_NaN()}) {
        EXPECT_THROW(number(wrong).check(), std::invalid_argument) << wrong;
        EXPECT_THROW(numbers({0, wrong}).check(), std::invalid_argument) << wrong;
    }
    number(3).check();
    numbers({0, 7}).check();
}

// Counts of n draws have a binomial distribution: five standard deviations are left out once in two million.
TEST(Pick, IsUniformAndDoesNotDependOnWhatElseIsDrawn) {
    Pick pick;
    pick.kind = Pick::Kind::uniform;
    EXPECT_FALSE(pick.is_first());
    constexpr std::uint32_t count = 70000, synapses = 7;
    std::vector<std::uint32_t> all(count);
    std::iota(all.begin(), all.end(), 0u);
    const std::vector<std::uint32_t> to = drawn(pick, synapses, all);
    std::vector<int> found(synapses);
    for (const std::uint32_t synapse : to) ++found.at(synapse);
    for (const int times : found) EXPECT_NEAR(times, 10000, 5 * 92.6);
    EXPECT_EQ(drawn(pick, synapses, {3, 4, 69999}), (std::vector<std::uint32_t>{to[3], to[4], to[69999]}));
}

}  // namespace
}  // namespace ranvier::engine
