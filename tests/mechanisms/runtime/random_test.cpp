#include "mechanisms/runtime/random.h"

#include "mechanisms/runtime/random_lanes.h"

#include <gtest/gtest.h>

#include <Random123/philox.h>

#include <cmath>
#include <vector>

namespace {

rv_random stream_of(double id1, double id2, double id3) {
    rv_random stream{};
    rv_random_setids(&stream, id1, id2, id3);
    return stream;
}

TEST(Philox, EqualsTheRandom123Library) {
    for (std::uint32_t k = 0; k < 1000; ++k) {
        std::uint32_t ours[4] = {k, 77 * k, ~k, k * k};
        const r123::Philox4x32::ctr_type counter = {{ours[0], ours[1], ours[2], ours[3]}};
        const r123::Philox4x32::key_type key = {{k + 5, 3 * k}};
        const auto theirs = r123::Philox4x32()(counter, key);
        rv_philox4x32(ours, k + 5, 3 * k);
        for (std::size_t word = 0; word < 4; ++word) ASSERT_EQ(ours[word], theirs[word]);
    }
}

// Draws 2 to 6 of h.Random().Random123(1, 2, 3) in NEURON 9.0.2, uniform(0, 1), with global index 0 and 7.
TEST(RandomStream, GivesNeuronsUniformNumbers) {
    const double expected[2][5] = {
        {0x1.d533e8062acc1p-3, 0x1.ff7807ae00880p-4, 0x1.032f68a6fcd09p-3, 0x1.8e9d66227162ap-1, 0x1.4fbc7bc2b0438p-1},
        {0x1.8b35bcfe74ca4p-2, 0x1.c05595783faa7p-1, 0x1.78506b4e87af9p-1, 0x1.2d61d8bed29e2p-1, 0x1.854082f07abf8p-1}};
    for (std::uint32_t run = 0; run < 2; ++run) {
        auto stream = stream_of(1, 2, 3);
        rv_random_uniform(&stream, 7 * run);
        for (const double value : expected[run]) EXPECT_EQ(rv_random_uniform(&stream, 7 * run), value);
    }
}

// The same, negexp(1).
TEST(RandomStream, GivesNeuronsExponentialNumbers) {
    auto stream = stream_of(1, 2, 3);
    const rv_instances run{};
    rv_random_negexp(&stream, &run);
    for (const double value : {0x1.793cccdffc23fp+0, 0x1.0a4d268c84c65p+1, 0x1.0895f399126cbp+1}) {
        EXPECT_EQ(rv_random_negexp(&stream, &run), value);
    }
}

// NEURON's draws 2 to 4 after seq(4*(2^32 - 1) + 2): the counter's carry goes into id 3.
TEST(RandomStream, CarriesTheSequenceIntoTheIdsAsNeuronDoes) {
    auto stream = stream_of(1, 2, 3);
    rv_random_setseq(&stream, 4 * 4294967295.0 + 2);
    EXPECT_EQ(rv_random_getseq(&stream), 4 * 4294967295.0 + 2);
    rv_random_uniform(&stream, 0);
    for (const double value : {0x1.31d8eadcce271p-1, 0x1.15a6f660ea591p-1, 0x1.38ce27fec731ep-9}) {
        EXPECT_EQ(rv_random_uniform(&stream, 0), value);
    }
}

TEST(RandomStream, SetsSequenceZeroForNumbersOutOfRange) {
    auto stream = stream_of(1, 2, 3);
    for (const double x : {-1.0, 1e13}) {
        rv_random_setseq(&stream, 9.0);
        rv_random_setseq(&stream, x);
        EXPECT_EQ(rv_random_getseq(&stream), 0.0);
    }
}

TEST(RandomStream, HasTheMomentsOfItsDistributions) {
    auto stream = stream_of(4, 5, 6);
    const rv_instances run{};
    const int n = 200000;
    double uniform = 0, exponential = 0, normal = 0, square = 0;
    for (int k = 0; k < n; ++k) {
        uniform += rv_random_uniform_between(&stream, 0, 2.0, 4.0);
        exponential += rv_random_negexp_of(&stream, &run, 3.0);
        const double x = rv_random_normal(&stream, 0);
        normal += x;
        square += x * x;
    }
    EXPECT_NEAR(uniform / n, 3.0, 0.01);
    EXPECT_NEAR(exponential / n, 3.0, 0.05);
    EXPECT_NEAR(normal / n, 0.0, 0.015);
    EXPECT_NEAR(square / n, 1.0, 0.02);
}

// Chi-squared of draws against the distribution; classes of less than 5 expected draws are joined.
TEST(RandomStream, HasThePoissonDistribution) {
    for (const double mean : {0.01, 0.7, 3.2, 9.99, 10.0, 25.5, 400.0}) {
        auto stream = stream_of(1, 2, static_cast<double>(static_cast<int>(mean)));
        const int n = 100000;
        std::vector<int> found(1000);
        for (int k = 0; k < n; ++k) ++found.at(static_cast<std::size_t>(rv_random_poisson(&stream, 0, mean)));
        double chi = 0, expected = 0, seen = 0;
        int classes = 0;
        for (std::size_t k = 0; k < found.size(); ++k) {
            const auto x = static_cast<double>(k);
            expected += n * std::exp(x * std::log(mean) - mean - std::lgamma(x + 1));
            seen += found[k];
            if (expected < 5) continue;
            chi += (seen - expected) * (seen - expected) / expected;
            ++classes;
            expected = seen = 0;
        }
        // The variable has mean classes - 1 and variance 2 (classes - 1): within five standard deviations.
        EXPECT_LT(std::abs(chi - (classes - 1)), 5 * std::sqrt(2. * (classes - 1)) + 1) << mean;
        EXPECT_LT(expected, 10) << mean;
    }
}

TEST(RandomStream, DrawsNoPoissonNumberWithoutAMean) {
    auto stream = stream_of(1, 2, 3);
    for (const double mean : {0.0, -1.0, std::nan("")}) EXPECT_EQ(rv_random_poisson(&stream, 0, mean), 0.0);
    EXPECT_EQ(rv_random_getseq(&stream), 0.0);
}

TEST(RandomLanes, GiveTheDrawsOfSingleStreams) {
    for (const int count : {1, 63, 64, 65, 200}) {
        for (const double largest : {0.5, 9.0, 30.0}) {
            std::vector<rv_random> streams, alone;
            for (int i = 0; i < count; ++i) {
                streams.push_back(stream_of(i, 2, 3));
                rv_random_setseq(&streams.back(), i);
            }
            alone = streams;
            for (int round = 0; round < 20; ++round) {
                std::vector<double> draws;
                for (int i = 0; i < count; ++i) draws.push_back(largest * ((i / 7 * 5 + round) % 11) / 10);
                const std::vector<double> means = draws;
                rv_random_poisson_each(streams.data(), 5, count, draws.data());
                for (std::size_t i = 0; i < means.size(); ++i) {
                    ASSERT_EQ(draws[i], rv_random_poisson(&alone[i], 5, means[i])) << count << ' ' << i;
                    ASSERT_EQ(rv_random_getseq(&streams[i]), rv_random_getseq(&alone[i]));
                }
            }
        }
    }
}

}  // namespace
