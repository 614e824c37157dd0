#include "engine/solve/impedance/complex_numbers.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace ranvier::engine {
namespace {

using Complex = std::complex<double>;

/// Numbers of either sign, from 1e-12 to 1e12 in magnitude, and some zeros.
class Numbers {
  public:
    double next() {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;  // Knuth's MMIX
        const auto word = static_cast<std::uint32_t>(state_ >> 32);
        if (word % 16 == 0) return 0;
        const double fraction = 1 + 0x1p-28 * static_cast<double>(word >> 4);
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return std::ldexp(state_ >> 63 ? -fraction : fraction, static_cast<int>((state_ >> 40) % 80) - 40);
    }
    Complex next_pair() {
        const double real = next();
        return {real, next()};
    }

  private:
    std::uint64_t state_ = 1;
};

constexpr int pairs = 200'000;

TEST(ComplexNumbers, HaveTheSameBitsEverywhere) {
    Numbers numbers;
    std::uint64_t sum = 0;
    const auto add = [&](double x) { sum = sum * 1099511628211u + std::bit_cast<std::uint64_t>(x); };
    for (int k = 0; k < pairs; ++k) {
        const Complex a = numbers.next_pair(), b = numbers.next_pair() + Complex(0x1p-50, 0);
        const Complex found = quotient(a, b);
        add(found.real());
        add(found.imag());
        add(magnitude(a));
    }
    EXPECT_EQ(sum, 1643453010331693084u);
}

#if defined(__x86_64__) && defined(__GLIBC__)
/// There the libraries do not fuse, and NEURON's impedances come from them.
TEST(ComplexNumbers, AreThoseOfTheLibrariesOfX86) {
    Numbers numbers;
    const auto is_same = [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); };
    for (int k = 0; k < pairs; ++k) {
        const Complex a = numbers.next_pair(), b = numbers.next_pair();
        const Complex expected = a / b, found = quotient(a, b);
        ASSERT_TRUE(is_same(found.real(), expected.real()) && is_same(found.imag(), expected.imag()))
            << a << " / " << b;
        ASSERT_EQ(magnitude(a), std::abs(a)) << a;
    }
}
#endif

TEST(ComplexNumbers, MayBeLargeSmallOrNotFinite) {
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(magnitude({3e300, 4e300}), 5e300);
    EXPECT_EQ(magnitude({0x3p-800, 0x4p-800}), 0x5p-800);
    EXPECT_EQ(magnitude({-infinity, 1}), infinity);
    EXPECT_TRUE(std::isnan(magnitude({1, std::nan("")})));
    EXPECT_EQ(magnitude({0, 0}), 0);
    EXPECT_EQ(quotient({1, 1}, {0, 0}).real(), infinity);
    EXPECT_EQ(quotient({6, 8}, {0, 2}), Complex(4, -3));
    EXPECT_EQ(quotient({6, 8}, {2, 0}), Complex(3, 4));
}

}  // namespace
}  // namespace ranvier::engine
