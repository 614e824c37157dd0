#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "mechanisms/runtime/elementary/elementary.hpp"
#include "mechanisms/runtime/elementary/log_table.hpp"

namespace ranvier::elementary {
namespace {

using namespace mechanisms;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;

constexpr std::uint64_t exponent_field(std::uint64_t exponent) {
    return exponent << 52;
}

/// scale (1 + tail) where 2^k may be outside the range of doubles: with an exponent that fits, then scaled.
double large_exp(std::uint64_t scale_bits, double tail, bool grows) {
    if (grows) {
        const auto scale = std::bit_cast<double>(scale_bits - exponent_field(1009));
        return 0x1p1009 * std::fma(scale, tail, scale);
    }
    const auto scale = std::bit_cast<double>(scale_bits + exponent_field(1022));
    const double product = scale * tail;
    double y = scale + product;
    if (std::fabs(y) < 1) {
        // The result is subnormal: rounded to its fewer digits before it is scaled, or it would be rounded twice.
        const double one = std::copysign(1.0, y);
        double low = scale - y + product;
        const double high = one + y;
        low = one - high + y + low;
        y = (high + low) - one;
        if (y == 0) y = std::copysign(0.0, scale);
    }
    return 0x1p-1022 * y;
}

/// exp(x + rest) or, with the sign bit, -exp(x + rest), for 2^-54 <= |x| < 1024 and |rest| < 2^-15.
double exp_of_sum(double x, double rest, std::uint64_t sign) {
    const double shifted = std::fma(x, per_step, round_shift);
    const auto k = std::bit_cast<std::uint64_t>(shifted);
    const double whole = shifted - round_shift;
    const double r = std::fma(-whole, step_low, std::fma(-whole, step_high, x)) + rest;
    const double* const pair = powers_and_rests.pairs + 2 * (k % 128);
    const std::uint64_t scale_bits = std::bit_cast<std::uint64_t>(pair[0]) + exponent_field(k >> 7) + sign;
    const double r2 = r * r;
    const double first = std::fma(r2, std::fma(r, c3, c2), pair[1] + r);
    const double tail = std::fma(r2 * r2, std::fma(r, c5, c4), first);
    if (std::fabs(x) >= 512) return large_exp(scale_bits, tail, x > 0);
    const auto scale = std::bit_cast<double>(scale_bits);
    return std::fma(scale, tail, scale);
}

struct Log {
    double high, low;
};

/// The logarithm of a positive number with these bits; those of a subnormal number are normalized, with a negative exponent.
Log log_of(std::uint64_t bits) {
    const std::uint64_t offset = bits - static_cast<std::uint64_t>(c0_bits);
    const auto interval = (offset >> 45) % 128;
    const auto z = std::bit_cast<double>(bits - (offset & exponent_field(0xfff)));
    const auto k = static_cast<double>(static_cast<std::int64_t>(offset) >> 52);
    const double r = std::fma(z, inverses[interval], -1.0);
    const double* const pair = logs_and_rests.pairs + 2 * interval;
    // k ln(2) + log(c) + r - r^2/2, the largest terms first, and the rounding errors of their sums
    const double t1 = std::fma(k, ln2_high, pair[0]);
    const double t2 = t1 + r;
    const double low1 = std::fma(k, ln2_low, pair[1]);
    const double low2 = t1 - t2 + r;
    const double half = -.5 * r, square = r * half;
    const double high = t2 + square;
    const double low3 = std::fma(half, r, -square);
    const double low4 = t2 - high + square;
    const double p12 = std::fma(r, a2, a1), p34 = std::fma(r, a4, a3), p56 = std::fma(r, a6, a5);
    const double p = std::fma(square, std::fma(square, p56, p34), p12);
    const double low = std::fma(r * square, p, low1 + low2 + low3 + low4);
    const double sum = high + low;
    return {sum, high - sum + low};
}

/// x^y for finite positive x, or its negative, for finite y of usual size.
double usual_pow(double x, double y, std::uint64_t sign) {
    auto bits = std::bit_cast<std::uint64_t>(x);
    if (bits < exponent_field(1)) bits = std::bit_cast<std::uint64_t>(x * 0x1p52) - exponent_field(52);
    const auto [high, low] = log_of(bits);
    const double exponent = y * high;
    const double rest = std::fma(y, low, std::fma(y, high, -exponent));
    const double size = std::fabs(exponent);
    if (size < 0x1p-54) return sign ? -(1 + exponent) : 1 + exponent;
    if (size >= 1024) {
        const double edge = exponent > 0 ? infinity : 0;
        return sign ? -edge : edge;
    }
    return exp_of_sum(exponent, rest, sign);
}

bool is_whole(double y) {
    return std::fabs(y) >= 0x1p53 || y == std::trunc(y);
}
bool is_odd(double y) {
    return std::fabs(y) < 0x1p53 && is_whole(y) && static_cast<std::int64_t>(y) % 2 != 0;
}

/// x^y where y is not of usual size: too small to matter, too large, infinite or NaN.
double pow_of_edge(double x, double y) {
    if (y == 0 || x == 1) return 1;
    if (x != x || y != y) return nan;
    const double size = std::fabs(x);
    if (size == 1 && std::fabs(y) >= 0x1p63) return 1;  // every such y is even
    if (std::fabs(y) < 1) return x < 0 ? nan : size > 1 ? 1 + y : 1 - y;
    return (size > 1) == (y > 0) ? infinity : 0;
}

}  // namespace

double exp(double x) {
    if (std::fabs(x) < 0x1p-54) return 1 + x;
    if (x != x) return x;
    if (std::fabs(x) >= 1024) return x > 0 ? infinity : 0;
    return exp_of_sum(x, -0., 0);
}

double pow(double x, double y) {
    if (x == 0 || std::fabs(x) == infinity) {
        if (y == 0) return 1;
        if (y != y) return nan;
        const double size = (x == 0) == (y > 0) ? 0 : infinity;
        return is_odd(y) ? std::copysign(size, x) : size;
    }
    const double size_of_y = std::fabs(y);
    if (x != x || !(size_of_y >= 0x1p-65 && size_of_y < 0x1p63)) return pow_of_edge(x, y);
    if (x > 0) return usual_pow(x, y, 0);
    return is_whole(y) ? usual_pow(-x, y, is_odd(y) ? sign_bit : 0) : nan;
}

}  // namespace ranvier::elementary
