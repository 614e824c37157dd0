// exp and pow of many values have the bits of the C library's, wherever eight are computed at once.
#include "mechanisms/runtime/library_values.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <vector>

#include "mechanisms/runtime/math_libm.h"

namespace {

// Or all of this would compare the library with itself.
TEST(LibraryValues, AreComputedEightAtOnceWithAvx512AndGlibc) {
#if defined(__x86_64__) && defined(__GLIBC__)
    if (!__builtin_cpu_supports("avx512dq") || !__builtin_cpu_supports("avx512vl")) GTEST_SKIP() << "no AVX-512";
    if (std::getenv("GLIBC_TUNABLES")) GTEST_SKIP() << "glibc may have been asked for other variants";
    if (!__GLIBC_PREREQ(2, 28)) GTEST_SKIP() << "an old glibc";
    EXPECT_TRUE(ranvier::mechanisms::choose_exp_values());
    EXPECT_TRUE(ranvier::mechanisms::choose_pow_values());
#else
    GTEST_SKIP() << "another CPU or C library";
#endif
}

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
        std::vector<double> x(1300000);
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

void expect_same_powers(const std::vector<double>& x, const std::vector<double>& y) {
    ranvier::mechanisms::choose_pow_values();
    auto z = x;
    const std::int32_t stride = y.size() == 1 ? 0 : 1;
    rv_pow_values(z.data(), y.data(), stride, static_cast<std::int32_t>(z.size()));
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double exponent = y[stride ? i : 0], expected = rv_libm_pow(x[i], exponent);
        if (std::isnan(expected) && std::isnan(z[i])) continue;
        ASSERT_EQ(std::bit_cast<std::uint64_t>(z[i]), std::bit_cast<std::uint64_t>(expected))
            << x[i] << "^" << exponent;
    }
}

TEST(PowValues, HaveTheBitsOfTheLibraryForAllSizesOfArguments) {
    std::mt19937_64 generator(5);
    for (const double log_range : {700., 100., 10., 1., 1e-3, 1e-9}) {
        for (const double range : {1e3, 20., 2., 1e-3, 1e-12}) {
            std::uniform_real_distribution<double> log_of_x(-log_range, log_range), of_y(-range, range);
            std::vector<double> x(100000), y(100000);
            for (double& value : x) value = std::exp(log_of_x(generator));
            for (double& value : y) value = of_y(generator);
            expect_same_powers(x, y);
        }
    }
}

// Gates are between 0 and 1, and their powers whole.
TEST(PowValues, HaveTheBitsOfTheLibraryForPowersOfGates) {
    std::mt19937_64 generator(6);
    std::uniform_real_distribution<double> gate(0, 1);
    for (const double exponent : {1., 2., 3., 4., 5., 8., .5, 1.5, -1., 2.3, 1. / 3}) {
        std::vector<double> x(700000);
        for (double& value : x) value = gate(generator);
        expect_same_powers(x, {exponent});
    }
}

TEST(PowValues, HaveTheSpecialCases) {
    const double infinity = std::numeric_limits<double>::infinity();
    const std::vector<double> special = {0.,   -0.,      1.,        -1.,    2.,         -2.,         .5,     -0.5,
                                         3.,   -3.,      1e300,     1e-300, 5e-324,     1e-310,      0x1p63, 0x1p-70,
                                         1e18, infinity, -infinity, 700.,   0x1p53 - 1, std::nan("")};
    std::vector<double> x, y;
    for (const double a : special) {
        for (const double b : special) {
            x.push_back(a);
            y.push_back(b);
        }
    }
    expect_same_powers(x, y);
}

// Of each interval of the table of logarithms the ends, and their neighbors.
TEST(PowValues, AgreeAroundEveryEntryOfTheTable) {
    std::vector<double> x, y;
    const auto first = std::bit_cast<std::uint64_t>(0x1.69555p-1);
    for (std::uint64_t k = 0; k <= 256; ++k) {
        const double at = std::bit_cast<double>(first + (k << 44));
        for (const double value : {at, std::nextafter(at, 0.), std::nextafter(at, 2.)}) {
            for (const double exponent : {3., .7, -11.}) {
                x.push_back(value);
                y.push_back(exponent);
            }
        }
    }
    expect_same_powers(x, y);
}

TEST(PowValues, TakeAnyNumberOfValues) {
    for (std::size_t n = 0; n < 20; ++n) {
        expect_same_powers(std::vector<double>(n, 0.3), {2.5});
        expect_same_powers(std::vector<double>(n, 0.3), std::vector<double>(n, 1.5));
    }
}

}  // namespace
