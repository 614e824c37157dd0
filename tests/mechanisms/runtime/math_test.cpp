#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "mechanisms/runtime/math.h"
#include "tests/mechanisms/runtime/math_functions.hpp"

namespace ranvier::test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::vector<double> special_numbers() {
    std::vector<double> all = {0.0,    1.0,    0.5,      1.5,     2.0,    3.0,          700.0,  700.1,  709.78,  1024.0,
                               1e-310, 5e-324, 2.3e-308, 1.7e308, 1e-300, std::sqrt(2), 0x1p52, 0x1p53, 1e15 + 1};
    all.push_back(infinity);
    all.push_back(std::numeric_limits<double>::quiet_NaN());
    for (std::size_t k = all.size(); k-- > 0;) all.push_back(-all[k]);
    return all;
}

/// Specials against specials, then random bits and ordinary numbers; an odd number, so that loops have remainders.
struct Arguments {
    std::vector<double> x, y;
    Arguments() {
        for (const double a : special_numbers()) {
            for (const double b : special_numbers()) add(a, b);
        }
        std::mt19937_64 random(12345);
        std::uniform_real_distribution<double> ordinary(-30.0, 30.0);
        while (x.size() < 200000) {
            add(std::bit_cast<double>(random()), std::bit_cast<double>(random()));
            add(ordinary(random), ordinary(random));
            add(std::exp(ordinary(random)), ordinary(random));
        }
        x.resize(199999);
        y.resize(199999);
    }
    void add(double a, double b) {
        x.push_back(a);
        y.push_back(b);
    }
};

std::vector<std::uint64_t> bits(const MathFunctions& functions, int which, const Arguments& arguments) {
    std::vector<double> result(arguments.x.size());
    functions.functions[which](arguments.x.data(), arguments.y.data(), result.data(), result.size());
    std::vector<std::uint64_t> all;
    for (const double r : result) all.push_back(std::isnan(r) ? 0x7ff8000000000000 : std::bit_cast<std::uint64_t>(r));
    return all;
}

void expect_same_bits(const MathFunctions& other) {
    const Arguments arguments;
    for (int k = 0; k < MathFunctions::count; ++k) {
        const auto a = bits(math_scalar, k, arguments), b = bits(other, k, arguments);
        const auto [first, second] = std::mismatch(a.begin(), a.end(), b.begin());
        if (first == a.end()) continue;
        const auto at = static_cast<std::size_t>(first - a.begin());
        ADD_FAILURE() << MathFunctions::names[k] << "(" << arguments.x[at] << ", " << arguments.y[at] << ")";
    }
}

TEST(VectorMath, HasTheSameBitsInBaselineLoops) {
    expect_same_bits(math_baseline);
}

#ifdef RANVIER_TEST_X86_64
TEST(VectorMath, HasTheSameBitsWithAvx2) {
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) GTEST_SKIP() << "this CPU has no AVX2";
    expect_same_bits(math_avx2);
}

TEST(VectorMath, HasTheSameBitsWithAvx512) {
    if (!__builtin_cpu_supports("avx512dq") || !__builtin_cpu_supports("avx512vl")) GTEST_SKIP() << "no AVX-512";
    expect_same_bits(math_avx512);
}
#endif

/// Largest error in units in the last place of f over n numbers exp(u) or u, u even in [low, high].
template <class Function, class Exact>
double largest_error(Function f, Exact exact, double low, double high, bool logarithmic = false) {
    std::mt19937_64 random(6789);
    std::uniform_real_distribution<double> even(low, high);
    double largest = 0.0;
    for (int k = 0; k < 200000; ++k) {
        const double x = logarithmic ? std::exp(even(random)) : even(random);
        const long double want = exact(static_cast<long double>(x));
        const double ulp =
            std::nextafter(std::fabs(static_cast<double>(want)), infinity) - std::fabs(static_cast<double>(want));
        largest = std::max(largest, static_cast<double>(std::fabs((f(x) - want) / ulp)));
    }
    return largest;
}

// The bounds that math_vector.h states, by the C library's long double functions (64 bits of mantissa).
TEST(VectorMath, ErrsLessThanItsHeaderSays) {
    if (std::numeric_limits<long double>::digits < 64) GTEST_SKIP() << "long double is as wide as double here";
    const auto exact_exp = [](long double x) { return std::exp(x); };
    const auto exact_log = [](long double x) { return std::log(x); };
    EXPECT_LT(largest_error([](double x) { return rv_exp(x); }, exact_exp, -700, 700), 1.05);
    EXPECT_LT(largest_error([](double x) { return rv_exp(x); }, exact_exp, -2, 2), 1.05);
    EXPECT_LT(largest_error([](double x) { return rv_expm1(x); }, [](long double x) { return std::expm1(x); }, -2, 2),
              2.2);
    EXPECT_LT(
        largest_error([](double x) { return rv_exprelr(x); }, [](long double x) { return x / std::expm1(x); }, -40, 40),
        2.3);
    EXPECT_LT(largest_error([](double x) { return rv_log(x); }, exact_log, -700, 700, true), 0.9);
    EXPECT_LT(largest_error([](double x) { return rv_log(x); }, exact_log, 0.5, 2), 0.9);
    EXPECT_LT(largest_error([](double x) { return rv_log10(x); }, [](long double x) { return std::log10(x); }, -700,
                            700, true),
              0.6);
    EXPECT_LT(largest_error([](double x) { return rv_sinh(x); }, [](long double x) { return std::sinh(x); }, -3, 3),
              2.5);
    EXPECT_LT(largest_error([](double x) { return rv_cosh(x); }, [](long double x) { return std::cosh(x); }, -30, 30),
              1.5);
    EXPECT_LT(largest_error([](double x) { return rv_tanh(x); }, [](long double x) { return std::tanh(x); }, -3, 3),
              2.6);
    for (const double y : {0.5, 2.0, 3.7, -11.0, 30.0}) {
        const auto exact = [y](long double x) { return std::pow(x, static_cast<long double>(y)); };
        EXPECT_LT(largest_error([y](double x) { return rv_pow(x, y); }, exact, -15, 15, true), 0.8) << y;
    }
    const auto expect_power = [](auto n) {
        const auto exact = [n](long double x) { return std::pow(x, static_cast<long double>(n())); };
        EXPECT_LT(largest_error([n](double x) { return rv_pow_whole(x, n()); }, exact, -2, 2), n() - 1) << n();
    };
    expect_power(std::integral_constant<int, 2>{});
    expect_power(std::integral_constant<int, 3>{});
    expect_power(std::integral_constant<int, 4>{});
    expect_power(std::integral_constant<int, 7>{});
    expect_power(std::integral_constant<int, 8>{});
    expect_power(std::integral_constant<int, 15>{});
}

TEST(VectorMath, LimitsTheExponentialAsNeuronDoes) {
    EXPECT_EQ(rv_exp(-700.5), 0.0);
    EXPECT_EQ(rv_exp(-infinity), 0.0);
    EXPECT_EQ(rv_exp(1e10), rv_exp(700.0));
    EXPECT_EQ(rv_exp(infinity), rv_exp(700.0));
    EXPECT_EQ(rv_exp(0.0), 1.0);
    EXPECT_TRUE(std::isnan(rv_exp(std::nan(""))));
    EXPECT_EQ(rv_libm_exp(-700.5), 0.0);
    EXPECT_EQ(rv_libm_exp(1e10), std::exp(700.0));
    EXPECT_EQ(rv_libm_exp(-3.25), std::exp(-3.25));
}

TEST(VectorMath, HasThePowersSpecialCases) {
    for (const double x : special_numbers()) {
        for (const double y : special_numbers()) {
            const double want = std::pow(x, y), got = rv_pow(x, y);
            if (std::isnan(want)) {
                EXPECT_TRUE(std::isnan(got)) << x << "^" << y;
            } else if (want == 0.0 || std::isinf(want) || want == 1.0) {
                EXPECT_EQ(got, want) << x << "^" << y;
                EXPECT_EQ(std::signbit(got), std::signbit(want)) << x << "^" << y;
            } else {
                EXPECT_NEAR(got / want, 1.0, 4e-16) << x << "^" << y;
            }
        }
    }
}

TEST(VectorMath, HasTheLogarithmsSpecialCases) {
    for (const double x : special_numbers()) {
        const double want = std::log(x), got = rv_log(x), decimal = rv_log10(x);
        if (std::isnan(want)) {
            EXPECT_TRUE(std::isnan(got) && std::isnan(decimal)) << x;
        } else if (std::isinf(want)) {
            EXPECT_EQ(got, want) << x;
            EXPECT_EQ(decimal, want) << x;
        } else {
            EXPECT_NEAR(got, want, 4e-16 * std::fabs(want)) << x;
        }
    }
    for (int k = -20; k <= 22; ++k) EXPECT_EQ(rv_log10(std::stod("1e" + std::to_string(k))), k);
}

}  // namespace
}  // namespace ranvier::test
