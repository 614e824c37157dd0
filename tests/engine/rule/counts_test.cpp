#include "engine/rule/counts.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "engine/rule/keyed_random.hpp"

namespace ranvier::engine {
namespace {

double log_choose(double n, double k) {
    return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
}

// Each count takes a part of the interval of u that is as long as its probability: found by scanning u, not by drawing.
template <class Count, class Probability>
void expect_lengths(const Count& count, const Probability& probability) {
    constexpr int steps = 200000;
    std::map<std::uint64_t, int> seen;
    for (int k = 0; k < steps; ++k) ++seen[count((k + 0.5) / steps)];
    double sum = 0;
    for (const auto& [n, times] : seen) {
        EXPECT_NEAR(static_cast<double>(times) / steps, probability(static_cast<double>(n)), 2. / steps) << n;
        sum += probability(static_cast<double>(n));
    }
    EXPECT_NEAR(sum, 1, 100. / steps);  // what was not seen has less than a step each
}

TEST(Counts, BinomialHasItsProbabilities) {
    struct Case {
        std::uint64_t n;
        double p;
    };
    for (const Case& c : {Case{1, 0.5}, {7, 0.1}, {20, 0.97}, {1000, 0.3}, {15, 0.5}, {17, 0.5}, {100000, 0.0001}}) {
        SCOPED_TRACE(c.n);
        const auto n = static_cast<double>(c.n);
        expect_lengths(
            [&](double u) { return binomial(c.n, c.p, u); },
            [&](double k) { return std::exp(log_choose(n, k) + k * std::log(c.p) + (n - k) * std::log1p(-c.p)); });
    }
}

TEST(Counts, HypergeometricHasItsProbabilities) {
    struct Case {
        std::uint64_t marked, others, drawn;
    };
    for (const Case& c :
         {Case{1, 1, 1}, {5, 7, 6}, {5, 7, 11}, {64, 64, 10}, {1000, 3000, 100}, {3, 100000, 500}, {50, 50, 99}}) {
        SCOPED_TRACE(c.drawn);
        const auto m = static_cast<double>(c.marked), o = static_cast<double>(c.others),
                   d = static_cast<double>(c.drawn);
        expect_lengths(
            [&](double u) { return hypergeometric(c.marked, c.others, c.drawn, u); },
            [&](double k) { return std::exp(log_choose(m, k) + log_choose(o, d - k) - log_choose(m + o, d)); });
    }
}

/// A draw takes time in proportion to the deviation.
void expect_mean_and_deviation(std::uint64_t n, int draws) {
    const KeyedRandom random(1, 0);
    const std::uint64_t drawn = n / 2;
    const double half = static_cast<double>(n) / 2, quarter = static_cast<double>(n) / 4;
    const double deviation = std::sqrt(quarter), deviation2 = std::sqrt(half * .25 * .75);
    double sum = 0, squares = 0, sum2 = 0, squares2 = 0;
    for (int k = 0; k < draws; ++k) {
        const auto pair = random.pair(Use::split, 3, static_cast<std::uint64_t>(k));
        const double b = (static_cast<double>(binomial(n, 0.5, unit_interval(pair.word[0]))) - half) / deviation;
        const double h =
            (static_cast<double>(hypergeometric(n, n, drawn, unit_interval(pair.word[1]))) - quarter) / deviation2;
        sum += b, squares += b * b, sum2 += h, squares2 += h * h;
    }
    const double error = 4 / std::sqrt(draws);  // four standard errors of a mean; of a variance, sqrt(2) more
    EXPECT_NEAR(sum / draws, 0, error);
    EXPECT_NEAR(squares / draws, 1, 1.5 * error);
    EXPECT_NEAR(sum2 / draws, 0, error);
    EXPECT_NEAR(squares2 / draws, 1, 1.5 * error);
}

TEST(Counts, LargeOnesHaveTheirMeanAndDeviation) {
    expect_mean_and_deviation(10'000'000'000, 2000);    // more than 32 bits, all three numbers
    expect_mean_and_deviation(1'000'000'000'000, 200);  // logarithms of factorials lose more digits
}

TEST(Counts, CertainOnesNeedNoLuck) {
    EXPECT_EQ(binomial(0, 0.5, 0.3), 0);
    EXPECT_EQ(binomial(9, 0, 0.3), 0);
    EXPECT_EQ(binomial(9, 1, 0.3), 9);
    EXPECT_EQ(hypergeometric(5, 0, 3, 0.3), 3);
    EXPECT_EQ(hypergeometric(0, 5, 3, 0.3), 0);
    EXPECT_EQ(hypergeometric(5, 5, 10, 0.3), 5);
    for (const double u : {1e-17, 1 - 1e-16}) {
        EXPECT_LE(binomial(100, 0.5, u), 100);
        EXPECT_LE(hypergeometric(50, 50, 60, u), 50);
    }
}

}  // namespace
}  // namespace ranvier::engine
