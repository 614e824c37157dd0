#include "engine/variable/state_map.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace ranvier::engine {
namespace {

/// 20 contiguous states, then two alone, the last of which is algebraic.
struct StateMapTest : testing::Test {
    std::vector<double> values = std::vector<double>(40, 0), rates = std::vector<double>(40, 0);
    std::vector<OdeState> states = [this] {
        std::vector<OdeState> all;
        for (std::size_t k = 0; k < 20; ++k) all.push_back({&values[k], &rates[19 - k], {}, 0});
        all.push_back({&values[30], &rates[30], {}, 0});
        all.push_back({&values[25], nullptr, {}, 0});
        return all;
    }();
    StateMap map{states};
    std::vector<double> y = std::vector<double>(22);

    StateMapTest() { std::iota(y.begin(), y.end(), 1.); }
};

TEST_F(StateMapTest, CopiesStatesToTheModelAndBack) {
    ASSERT_EQ(map.size(), 22u);
    map.scatter(y.data());
    for (std::size_t k = 0; k < 22; ++k) EXPECT_EQ(*map.states()[k].value, y[k]);
    EXPECT_EQ(values[25], 22);
    EXPECT_EQ(values[26], 0);
    std::vector<double> back(22);
    map.gather(back.data());
    EXPECT_EQ(back, y);
}

TEST_F(StateMapTest, CopiesDerivativesButOfAlgebraicUnknowns) {
    map.scatter_derivatives(y.data());
    EXPECT_EQ(rates[19], 1);
    EXPECT_EQ(rates[0], 20);
    EXPECT_EQ(rates[30], 21);
    std::vector<double> back(22, -1);
    map.gather_derivatives(back.data());
    y[21] = -1;
    EXPECT_EQ(back, y);
}

TEST_F(StateMapTest, KnowsTheAddressesOfStates) {
    for (std::size_t k = 0; k < values.size(); ++k) {
        EXPECT_EQ(map.is_state(&values[k]), k < 20 || k == 25 || k == 30) << k;
    }
    EXPECT_FALSE(map.is_state(rates.data()));
    EXPECT_FALSE(StateMap({}).is_state(values.data()));
}

}  // namespace
}  // namespace ranvier::engine
