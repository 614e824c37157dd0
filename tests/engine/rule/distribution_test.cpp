#include "engine/rule/distribution.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "engine/rule/normal_quantile.hpp"

namespace ranvier::engine {
namespace {

constexpr std::size_t draws = 100000;

std::vector<double> drawn(const Distribution& d, Gid target = 5) {
    std::vector<std::uint32_t> all(draws);
    std::iota(all.begin(), all.end(), 0u);
    std::vector<double> values(draws);
    d.draw(KeyedRandom(7, 1), Use::weight, target, all, 0, values);
    return values;
}

struct Moments {
    double mean = 0, deviation = 0;
};
Moments moments(const std::vector<double>& values) {
    double sum = 0, squares = 0;
    for (const double x : values) sum += x;
    const double mean = sum / static_cast<double>(values.size());
    for (const double x : values) squares += (x - mean) * (x - mean);
    return {mean, std::sqrt(squares / static_cast<double>(values.size()))};
}

TEST(Distribution, QuantilesOfTheNormalDistribution) {
    EXPECT_EQ(normal_quantile(0.5), 0);
    for (const double x : {0.01, 0.5, 1., 1.4, 2., 3.7, 5., 6.5, 8.}) {
        const double below = 0.5 * std::erfc(x / std::sqrt(2.));
        EXPECT_NEAR(normal_quantile(below), -x, 1e-14 * x) << x;
        EXPECT_EQ(normal_quantile(0.5 + 0x1p-20 * std::floor(x * 1e4)),
                  -normal_quantile(0.5 - 0x1p-20 * std::floor(x * 1e4)));
    }
}

// Means and deviations must lie within 5 standard errors.
TEST(Distribution, DrawsHaveTheirMeanAndDeviation) {
    struct Case {
        Distribution::Kind kind;
        double a, b, mean, deviation;
    };
    const double s = 0.5, lognormal_mean = std::exp(1 + s * s / 2);
    for (const Case& c :
         {Case{Distribution::Kind::uniform, 2, 5, 3.5, 3 / std::sqrt(12.)},
          {Distribution::Kind::normal, -3, 2, -3, 2},
          {Distribution::Kind::lognormal, 1, s, lognormal_mean, lognormal_mean * std::sqrt(std::exp(s * s) - 1)},
          {Distribution::Kind::exponential, 4, 0, 4, 4}}) {
        Distribution d;
        d.kind = c.kind, d.a = c.a, d.b = c.b;
        const Moments found = moments(drawn(d));
        EXPECT_NEAR(found.mean, c.mean, 5 * c.deviation / std::sqrt(draws));
        EXPECT_NEAR(found.deviation, c.deviation, 10 * c.deviation / std::sqrt(draws));
    }
}

TEST(Distribution, BoundsClipOrRedraw) {
    Distribution d;
    d.kind = Distribution::Kind::normal, d.a = 0, d.b = 1, d.low = -0.5, d.high = 1;
    d.outside = Distribution::Outside::clip;
    std::size_t at_low = 0;
    for (const double x : drawn(d)) {
        ASSERT_TRUE(x >= -0.5 && x <= 1);
        at_low += x == -0.5;
    }
    EXPECT_NEAR(static_cast<double>(at_low) / draws, 0.3085, 0.008);
    d.outside = Distribution::Outside::redraw;
    for (const double x : drawn(d)) ASSERT_TRUE(x > -0.5 && x < 1);
    d.low = 50, d.high = 60;
    EXPECT_THROW(drawn(d), std::invalid_argument);
}

TEST(Distribution, RoundsToMultiplesAtLeastOne) {
    Distribution d;
    d.kind = Distribution::Kind::normal, d.a = 0.5, d.b = 0.5, d.low = 0, d.resolution = 0.125;
    for (const double x : drawn(d)) {
        ASSERT_EQ(x / 0.125, std::floor(x / 0.125));
        ASSERT_GE(x, 0.125);
    }
}

// One by one, where a few are drawn without lanes, and in any order.
TEST(Distribution, PartsOfASequenceAreThoseOfTheWhole) {
    for (const auto kind : {Distribution::Kind::uniform, Distribution::Kind::normal, Distribution::Kind::lognormal,
                            Distribution::Kind::exponential}) {
        Distribution d;
        d.kind = kind, d.a = 1, d.b = 1.5, d.low = 0.25, d.high = 4;
        const std::vector<double> whole = drawn(d);
        for (std::uint32_t k = 0; k < draws; ++k) {
            ASSERT_EQ(d.draw_one(KeyedRandom(7, 1), Use::weight, 5, k, 0), whole[k]);
        }
        std::vector<double> part(100);
        std::vector<std::uint32_t> which(part.size());
        for (const std::uint32_t first : {0, 1, 17, 5000}) {
            for (std::uint32_t i = 0; i < part.size(); ++i) which[i] = first + 3 * i;
            d.draw(KeyedRandom(7, 1), Use::weight, 5, which, 0, part);
            for (std::size_t i = 0; i < part.size(); ++i) ASSERT_EQ(part[i], whole[which[i]]);
        }
        EXPECT_NE(drawn(d, 6), whole);
    }
}

TEST(Distribution, LanesHaveTheBitsOfOne) {
    for (const double step : {1e-3, 1e-2, 0.5 / lanes, 1e-14}) {  // the last one is far in the tail
        Lanes<double> p;
        for (std::size_t i = 0; i < lanes; ++i) p[i] = (static_cast<double>(i) + 0.5) * step;
        Lanes<double> quantiles = p;
        normal_quantiles(quantiles);
        for (std::size_t i = 0; i < lanes; ++i) EXPECT_EQ(quantiles[i], normal_quantile(p[i]));
    }
}

TEST(KeyedRandom, LanesHaveTheBitsOfOne) {
    const KeyedRandom random(0x123456789abcdef, 3);
    RandomSequence sequence(random, Use::split, 11, 2);
    for (std::uint64_t k = 0; k < 1000; ++k) {
        ASSERT_EQ(sequence.next(), random.pair(Use::split, 11, std::uint64_t{2} << 32 | k / 2).word[k % 2]);
    }
}

TEST(Distribution, RoundsLargeNumbersAsSmallOnes) {
    Distribution d;
    d.kind = Distribution::Kind::uniform, d.a = 0, d.b = 1e12;
    const std::vector<double> exact = drawn(d);
    d.resolution = 1;
    const std::vector<double> rounded = drawn(d);
    for (std::size_t k = 0; k < draws; ++k) ASSERT_EQ(rounded[k], std::max(1., std::floor(exact[k] + 0.5)));
}

TEST(Distribution, TakesValuesFromAnArray) {
    Distribution d;
    d.kind = Distribution::Kind::values;
    d.values = std::make_shared<const std::vector<double>>(std::vector<double>{1, 2, 3, 4});
    std::vector<double> two(2);
    d.draw(KeyedRandom(7, 1), Use::weight, 5, std::vector<std::uint32_t>{0, 1}, 2, two);
    EXPECT_EQ(two, (std::vector<double>{3, 4}));
}

TEST(Distribution, RefusesWhatCannotBeDrawn) {
    const auto refused = [](auto change) {
        Distribution d;
        d.kind = Distribution::Kind::normal, d.a = 1, d.b = 1;
        change(d);
        EXPECT_THROW(d.check("delay"), std::invalid_argument);
    };
    refused([](Distribution& d) { d.b = -1; });
    refused([](Distribution& d) { d.a = std::nan(""); });
    refused([](Distribution& d) { d.low = 2, d.high = 1; });
    refused([](Distribution& d) { d.resolution = -1; });
    refused([](Distribution& d) { d.kind = Distribution::Kind::uniform, d.b = 0; });
    refused([](Distribution& d) { d.kind = Distribution::Kind::constant, d.low = 2; });
}

}  // namespace
}  // namespace ranvier::engine
