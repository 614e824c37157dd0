#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <tuple>

#include "hoc_like/library/data/random/distribution.hpp"
#include "hoc_like/library/data/random/random_stream.hpp"

namespace ranvier::hoc {
namespace {

/// Draws as the script behind random_neuron.txt did, and compares each line with NEURON's bits.
class RandomLikeNeuron : public testing::Test {
  protected:
    RandomLikeNeuron() : expected_{DATA "/random_neuron.txt"} {}

    void expect_next(Distribution& distribution, RandomStream& stream) {
        std::string line;
        while (std::getline(expected_, line) && line[0] == '#') {
        }
        double sum = 0;
        for (int i = 0; i < 2000; ++i) sum = sum * 1.0000001 + distribution(stream);
        const double first = distribution(stream), second = distribution(stream);
        char text[200];
        std::snprintf(text, sizeof text, "%.17g %.17g %.17g %g", first, second, sum, stream.sequence());
        EXPECT_EQ(text, line);
    }

    void expect_all(RandomStream& stream) {
        using Kind = Distribution::Kind;
        for (const auto& [kind, a, b] :
             std::initializer_list<std::tuple<Kind, double, double>>{{Kind::uniform, 2, 5},
                                                                     {Kind::discunif, -3, 12},
                                                                     {Kind::normal, 1, 4},
                                                                     {Kind::lognormal, 3, 2},
                                                                     {Kind::poisson, 4, 0},
                                                                     {Kind::binomial, 20, .3},
                                                                     {Kind::geometric, .7, 0},
                                                                     {Kind::hypergeo, 3, 20},
                                                                     {Kind::negexp, 10, 0},
                                                                     {Kind::erlang, 5, 3},
                                                                     {Kind::weibull, 2, 3}}) {
            distribution_ = Distribution{kind, a, b};
            distribution_(stream);  // setting a distribution draws once
            expect_next(distribution_, stream);
        }
    }

    std::ifstream expected_;
    RandomGlobals globals_;
    Distribution distribution_{Distribution::Kind::normal, 0, 1};
};

TEST_F(RandomLikeNeuron, HasItsBitsForEachDistributionAndStream) {
    PhiloxStream fresh{globals_, 0, 55, 0};
    expect_next(distribution_, fresh);
    {
        PhiloxStream stream{globals_, 7, 8, 9};
        expect_all(stream);
    }
    globals_.random123_index = 11;
    {
        PhiloxStream stream{globals_, 7, 8, 9};
        expect_all(stream);
        stream.set_sequence(4294967295.0 * 4);
        expect_next(distribution_, stream);
        stream.set_sequence(17);
        expect_next(distribution_, stream);
    }
    {
        McellStream stream{globals_, 5, 0};
        expect_all(stream);
    }
    {
        McellStream stream{globals_, 5, 77};
        expect_all(stream);
    }
    globals_.mcell_low = 99;
    {
        McellStream stream{globals_, 5, 0};
        expect_all(stream);
    }
    {
        McellStream stream{globals_, 0, 0};  // the fourth stream: seeded by that
        EXPECT_EQ(stream.seed(), 3612971440);
        expect_all(stream);
    }
    {
        PhiloxStream stream{globals_, 31, 12, 0};
        expect_all(stream);
    }
}

TEST(Random, StreamStartsAnewAfterReset) {
    RandomGlobals globals;
    PhiloxStream stream{globals, 1, 2, 3};
    const double first = stream.uniform();
    for (int i = 0; i < 10; ++i) stream.uniform();
    stream.reset();
    EXPECT_EQ(stream.uniform(), first);
}

TEST(Random, StreamsOfOtherIdsDiffer) {
    RandomGlobals globals;
    PhiloxStream a{globals, 1, 2, 3}, b{globals, 1, 2, 4};
    EXPECT_NE(a.uniform(), b.uniform());
}

TEST(Random, MeansAndVariancesAreThoseAskedFor) {
    RandomGlobals globals;
    PhiloxStream stream{globals, 5, 6, 7};
    for (const auto& [kind, a, b, mean] : std::initializer_list<std::tuple<Distribution::Kind, double, double, double>>{
             {Distribution::Kind::uniform, 2, 4, 3},
             {Distribution::Kind::normal, 5, 2, 5},
             {Distribution::Kind::lognormal, 3, 2, 3},
             {Distribution::Kind::negexp, 4, 0, 4},
             {Distribution::Kind::poisson, 6, 0, 6},
             {Distribution::Kind::erlang, 5, 3, 5}}) {
        Distribution distribution{kind, a, b};
        double sum = 0;
        constexpr int n = 20000;
        for (int i = 0; i < n; ++i) sum += distribution(stream);
        EXPECT_NEAR(sum / n, mean, 0.1) << static_cast<int>(kind);
    }
}

}  // namespace
}  // namespace ranvier::hoc
