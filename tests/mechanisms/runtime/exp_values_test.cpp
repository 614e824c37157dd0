// exp of many values has the bits of the C library's, wherever eight are computed at once.
#include "mechanisms/runtime/exp_values.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "mechanisms/runtime/math_libm.h"

namespace {

void expect_same_bits(const std::vector<double>& x) {
    ranvier::mechanisms::choose_exp_values();
    auto y = x;
    rv_exp_values(y.data(), static_cast<std::int32_t>(y.size()));
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double expected = rv_libm_exp(x[i]);
        if (std::isnan(expected) && std::isnan(y[i])) continue;
        ASSERT_EQ(std::bit_cast<std::uint64_t>(y[i]), std::bit_cast<std::uint64_t>(expected)) << x[i];
    }
}

TEST(ExpValues, HaveTheBitsOfTheLibraryForAllSizesOfArguments) {
    std::mt19937_64 generator(3);
    for (const double range : {720., 600., 100., 20., 1., 1e-3, 1e-8, 1e-300}) {
        std::uniform_real_distribution<double> uniform(-range, range);
        std::vector<double> x(400000);
        for (double& value : x) value = uniform(generator);
        expect_same_bits(x);
    }
}

TEST(ExpValues, EndAtTheLimitsOfNeuron) {
    const double infinity = std::numeric_limits<double>::infinity();
    expect_same_bits({0., -0., 700., -700., 700.5, -700.5, infinity, -infinity, std::nan(""), 5e-324, -512., 512.,
                      -511.9, 1e308, 1.});
}

// Near multiples of ln(2)/128 and halfway between them the remainder changes its sign.
TEST(ExpValues, AgreeAroundEveryEntryOfTheTable) {
    std::vector<double> x;
    for (int k = -129000; k <= 129000; ++k) {
        const double at = 0.5 * k * std::log(2.) / 128;
        x.insert(x.end(), {at, std::nextafter(at, 1e3), std::nextafter(at, -1e3)});
    }
    expect_same_bits(x);
}

TEST(ExpValues, TakeAnyNumberOfValues) {
    for (int n = 0; n < 20; ++n) expect_same_bits(std::vector<double>(static_cast<std::size_t>(n), 0.3));
}

}  // namespace
