/* `--math vector`: Ranvier's own functions, so that a loop over instances can run in lanes of any width.
 *
 * 1. The bits of a result depend only on the arguments: not on the width of vectors, the lane, the remainder of a loop
 *    or the instruction set. So everything is built with -ffp-contract=off, and fused multiply-adds come only from
 *    rv_fma: one instruction with -mfma, the C library's exact fma otherwise (slow, same bits).
 * 2. No branches: conditions select between values that are both computed. Needs -fno-trapping-math and
 *    -fno-math-errno, otherwise the compiler keeps branches.
 * 3. NaN in, NaN out. Errors are the largest ones found, in units in the last place (ulp); a test samples them.
 *
 * Polynomials are near-minimax (Chebyshev) fits computed for this file in 200-bit arithmetic; the schemes around them
 * are the classical ones of W. J. Cody & W. Waite, Software Manual for the Elementary Functions (1980), and
 * J.-M. Muller, Elementary Functions: Algorithms and Implementation (3rd ed. 2016).
 *
 * Trigonometric functions, fmod and rounding come from the C library: they are rare in kernels, and loops with them
 * stay scalar (same bits for every instruction set on one machine).
 */
#ifndef RANVIER_MECHANISMS_RUNTIME_MATH_VECTOR_H
#define RANVIER_MECHANISMS_RUNTIME_MATH_VECTOR_H

#include <math.h>
#include <stdint.h>

#define RV_INLINE static inline __attribute__((always_inline, unused))

/* a*b + c, rounded once. */
RV_INLINE double rv_fma(double a, double b, double c) {
    return __builtin_fma(a, b, c);
}

RV_INLINE uint64_t rv_bits_of(double x) {
    uint64_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bits;
}

RV_INLINE double rv_double_of(uint64_t bits) {
    double x;
    __builtin_memcpy(&x, &bits, sizeof x);
    return x;
}

RV_INLINE double rv_fabs(double x) {
    return __builtin_fabs(x);
}

RV_INLINE double rv_sqrt(double x) {
    return __builtin_sqrt(x);
}

/* The larger or smaller; y if x is NaN. */
RV_INLINE double rv_fmax(double x, double y) {
    return x > y ? x : y;
}

RV_INLINE double rv_fmin(double x, double y) {
    return x < y ? x : y;
}

/* x = k ln 2 + r with |r| <= ln(2)/2, k the nearest integer. `shifted` holds k + 1023 in its lowest bits, so that
 * shifting them to the exponent's place gives 2^k; valid for |k| <= 1022. Adding 1.5 2^52 rounds to an integer. */
typedef struct {
    double shifted;
    double k;
    double r;
} rv_reduced;

#define RV_ROUND_AND_BIAS (0x1.8p52 + 1023.0)
#define RV_LN2_HIGH 0x1.62e42fefa3000p-1 /* the last 12 bits are zero: the product with k is exact */
#define RV_LN2_LOW 0x1.3de6af278ece6p-42

RV_INLINE rv_reduced rv_reduce_by_ln2(double x) {
    rv_reduced a;
    a.shifted = rv_fma(x, 0x1.71547652b82fep+0, RV_ROUND_AND_BIAS);
    a.k = a.shifted - RV_ROUND_AND_BIAS;
    a.r = rv_fma(a.k, -RV_LN2_LOW, rv_fma(a.k, -RV_LN2_HIGH, x));
    return a;
}

RV_INLINE double rv_power_of_two(rv_reduced a) {
    return rv_double_of(rv_bits_of(a.shifted) << 52);
}

/* (exp(r) - 1 - r)/r^2 for |r| <= ln(2)/2; its error moves exp(r) by 0.05 2^-53. Two interleaved halves in r^2:
 * shorter chains than Horner's for one more operation. */
RV_INLINE double rv_exp_tail(double r) {
    const double r2 = r * r;
    double even = 0x1.289f849180d49p-22;
    double odd = 0x1.ad1f648d7d6b5p-26;
    even = rv_fma(even, r2, 0x1.a019ab329f576p-16);
    odd = rv_fma(odd, r2, 0x1.71df55988f87ep-19);
    even = rv_fma(even, r2, 0x1.6c16c17cc1c87p-10);
    odd = rv_fma(odd, r2, 0x1.a01a011c08317p-13);
    even = rv_fma(even, r2, 0x1.555555555320ap-5);
    odd = rv_fma(odd, r2, 0x1.11111111288a3p-7);
    even = rv_fma(even, r2, 0.5);
    odd = rv_fma(odd, r2, 0x1.5555555555501p-3);
    return rv_fma(odd, r, even);
}

RV_INLINE double rv_expm1_of_reduced(double r) {
    return rv_fma(r * r, rv_exp_tail(r), r);
}

/* exp(x) within NEURON's limits: 0 below -700, exp(700) above 700. Error below 1.05 ulp. */
RV_INLINE double rv_exp(double x) {
    const rv_reduced a = rv_reduce_by_ln2(x > 700.0 ? 700.0 : x);
    const double scale = rv_power_of_two(a);
    const double y = rv_fma(scale, rv_expm1_of_reduced(a.r), scale);
    return x < -700.0 ? 0.0 : y;
}

/* exp(x) - 1 without loss of digits near 0; limits like rv_exp. Error below 2.2 ulp. */
RV_INLINE double rv_expm1(double x) {
    const double below = x > 700.0 ? 700.0 : x;
    const rv_reduced a = rv_reduce_by_ln2(below < -700.0 ? -700.0 : below);
    const double scale = rv_power_of_two(a);
    return rv_fma(scale, rv_expm1_of_reduced(a.r), scale - 1.0);
}

/* x/(exp(x) - 1), 1 at 0. Error below 2.3 ulp for x <= 700. */
RV_INLINE double rv_exprelr(double x) {
    const double y = x / rv_expm1(x);
    return x == 0.0 ? 1.0 : y;
}

RV_INLINE double rv_copysign(double magnitude, double sign) {
    return __builtin_copysign(magnitude, sign);
}

/* The next three functions limit |x| to 700, like rv_exp. Errors below 2.5, 1.5, 2.6 ulp. */
RV_INLINE double rv_sinh(double x) {
    const double e = rv_expm1(rv_fabs(x));
    return rv_copysign(0.5 * (e + e / (e + 1.0)), x);
}

RV_INLINE double rv_cosh(double x) {
    const double e = rv_exp(rv_fabs(x));
    return rv_fma(0.5, e, 0.5 / e);
}

RV_INLINE double rv_tanh(double x) {
    const double e = rv_expm1(-2.0 * rv_fabs(x));
    return rv_copysign(-e / (2.0 + e), x);
}

/* x = 2^k m with sqrt(1/2) <= m < sqrt(2), for positive finite x (including subnormal x). */
typedef struct {
    double k;
    double m;
} rv_parts;

RV_INLINE rv_parts rv_split(double x) {
    const int subnormal = x < 0x1p-1022;
    const uint64_t bits = rv_bits_of(subnormal ? x * 0x1p54 : x);
    /* Adding the difference of 1 and sqrt(1/2) makes the exponent field step at sqrt(1/2) instead of 1. */
    const uint64_t biased = (bits + (UINT64_C(0x3ff0000000000000) - UINT64_C(0x3fe6a09e667f3bcd))) >> 52;
    rv_parts parts;
    parts.k = rv_double_of(biased | UINT64_C(0x4330000000000000)) - (0x1p52 + 1023.0) - (subnormal ? 54.0 : 0.0);
    parts.m = rv_double_of(bits - (biased << 52) + (UINT64_C(1023) << 52));
    return parts;
}

/* log including the edges of its domain; returns `inside` for positive finite x. */
RV_INLINE double rv_log_edges(double x, double inside) {
    const double at_infinity = x == (double)INFINITY ? x : inside;
    const double at_zero = x == 0.0 ? -(double)INFINITY : at_infinity;
    return x >= 0.0 ? at_zero : (double)NAN;
}

/* Natural logarithm, error below 0.9 ulp. With s = f/(2 + f), f = m - 1: log m = 2 atanh s = f - f^2/2 + s(f^2/2 + R),
 * R = 2/3 s^2 + 2/5 s^4 + ... (Muller, section 11.4). */
RV_INLINE double rv_log(double x) {
    const rv_parts parts = rv_split(x);
    const double f = parts.m - 1.0;
    const double s = f / (2.0 + f);
    const double z = s * s;
    double p = 0x1.2b5bd9a316a24p-3;
    p = rv_fma(p, z, 0x1.39fe16ad885a7p-3);
    p = rv_fma(p, z, 0x1.7462b6e311a89p-3);
    p = rv_fma(p, z, 0x1.c71c62ddb431bp-3);
    p = rv_fma(p, z, 0x1.2492492df7663p-2);
    p = rv_fma(p, z, 0x1.99999999952abp-2);
    p = rv_fma(p, z, 0x1.5555555555558p-1);
    const double half_square = 0.5 * f * f;
    const double correction = rv_fma(s, rv_fma(z, p, half_square), parts.k * RV_LN2_LOW);
    return rv_log_edges(x, rv_fma(parts.k, RV_LN2_HIGH, f - (half_square - correction)));
}

/* A value as the unevaluated sum of two doubles. */
typedef struct {
    double high;
    double low;
} rv_pair;

/* Natural logarithm of positive x to about 2^-63 of its value; high is -inf at 0, inf at inf. The same series as
 * rv_log, with the first terms in pairs (T. J. Dekker, Numer. Math. 18 (1971) 224). */
RV_INLINE rv_pair rv_log_pair(double x) {
    const rv_parts parts = rv_split(x);
    const double f = parts.m - 1.0;
    const double d = 1.0 + parts.m;
    const double d_rest = d - 1.0;
    const double d_low = (1.0 - (d - d_rest)) + (parts.m - d_rest);
    const double s = f / d;
    const double s_low = rv_fma(-s, d_low, rv_fma(-s, d, f)) / d;
    const double z = s * s;
    const double z_low = rv_fma(2.0 * s, s_low, rv_fma(s, s, -z));
    double p = 0x1.e033ca1735265p-4;
    p = rv_fma(p, z, 0x1.df7c45d976e07p-4);
    p = rv_fma(p, z, 0x1.1118ca5739a59p-3);
    p = rv_fma(p, z, 0x1.3b1395c693565p-3);
    p = rv_fma(p, z, 0x1.745d177ab1a23p-3);
    p = rv_fma(p, z, 0x1.c71c71c6ea81dp-3);
    p = rv_fma(p, z, 0x1.2492492492522p-2);
    p = rv_fma(p, z, 0x1.999999999999ap-2);
    const double tail = z * p; /* w = 2/3 + tail */
    const double w = 0x1.5555555555555p-1 + tail;
    const double w_low = 0x1.5555555555555p-55 + (tail - (w - 0x1.5555555555555p-1));
    const double q = z * w;
    const double q_low = rv_fma(z, w, -q) + rv_fma(z, w_low, z_low * w);
    const double u = 2.0 + q; /* log m = s u */
    const double u_low = (q - (u - 2.0)) + q_low;
    const double l = s * u;
    const double l_low = rv_fma(s, u, -l) + rv_fma(s, u_low, s_low * u);
    const double k_high = parts.k * RV_LN2_HIGH;
    const double sum = k_high + l;
    const double sum_low = (l - (sum - k_high)) + rv_fma(parts.k, RV_LN2_LOW, l_low);
    rv_pair result;
    result.high = rv_log_edges(x, sum + sum_low);
    result.low = sum_low - (result.high - sum);
    result.low = rv_fabs(result.high) < (double)INFINITY ? result.low : 0.0;
    return result;
}

/* Decimal logarithm, error below 0.6 ulp: exact for powers of ten. */
RV_INLINE double rv_log10(double x) {
    const rv_pair l = rv_log_pair(x);
    const double high = l.high * 0x1.bcb7b1526e50ep-2;
    const double low = rv_fma(l.high, 0x1.bcb7b1526e50ep-2, -high) +
                       rv_fma(l.high, 0x1.95355baaafad3p-57, l.low * 0x1.bcb7b1526e50ep-2);
    return rv_fabs(high) < (double)INFINITY ? high + low : high;
}

/* exp(high + low) over the whole range of doubles, for rv_pow. */
RV_INLINE double rv_exp_of_pair(double high, double low) {
    const double below = high > 720.0 ? 720.0 : high;
    const double x = below < -760.0 ? -760.0 : below;
    const double x_low = x == high ? low : 0.0;
    const double shift = x > 700.0 ? 64.0 : (x < -700.0 ? -128.0 : 0.0);
    const double unshift = x > 700.0 ? 0x1p64 : (x < -700.0 ? 0x1p-128 : 1.0);
    rv_reduced a = rv_reduce_by_ln2(x);
    a.shifted -= shift;
    /* exp(r + r_low) = e + e r_low, e = 1 + r + r^2 (...); the rounding error of 1 + r is included. */
    const double r_low = rv_fma(a.k, -RV_LN2_LOW, rv_fma(a.k, -RV_LN2_HIGH, x) - a.r) + x_low;
    const double one_and_r = 1.0 + a.r;
    const double rest = rv_fma(a.r * a.r, rv_exp_tail(a.r), a.r - (one_and_r - 1.0));
    const double y = one_and_r + rv_fma(one_and_r + rest, r_low, rest);
    return y * rv_power_of_two(a) * unshift;
}

/* 1 if x is an even integer (like all doubles from 2^53 on), -1 if x is an odd integer, else `otherwise`. */
RV_INLINE double rv_parity(double x, double otherwise) {
    const double magnitude = rv_fabs(x);
    const double half = 0.5 * magnitude;
    const double rounded = magnitude < 0x1p52 ? (magnitude + 0x1p52) - 0x1p52 : magnitude;
    const double half_rounded = half < 0x1p52 ? (half + 0x1p52) - 0x1p52 : half;
    const double of_integer = half_rounded == half ? 1.0 : -1.0;
    return rounded == magnitude ? of_integer : otherwise;
}

/* x to the power of y with the C library's special cases. Error below 0.8 ulp. */
RV_INLINE double rv_pow(double x, double y) {
    const double base = rv_fabs(x);
    const rv_pair l = rv_log_pair(base);
    const double t = y * l.high;
    const double t_low = rv_fma(y, l.high, -t) + y * l.low;
    const double power = rv_exp_of_pair(t, t_low);
    const double magnitude = base == 1.0 ? (y != y ? y : 1.0) : power; /* else NaN for y infinite */
    const double at_edge = base == (double)INFINITY ? 1.0 : (double)NAN;
    const double sign = rv_parity(y, base == 0.0 ? 1.0 : at_edge);
    const double side = x == 0.0 ? 1.0 / x : x; /* distinguishes -0 from 0 */
    const double signed_power = side < 0.0 ? magnitude * sign : magnitude;
    const double of_one = x == 1.0 ? 1.0 : signed_power;
    return y == 0.0 ? 1.0 : of_one;
}

/* x to the power of n, a constant of 0 to 15, by products; the compiler omits those with 1.0. Error below
 * n - 1 ulp: each product adds a relative error of 2^-53, which is at most one ulp, and a square doubles that of x. */
RV_INLINE double rv_pow_whole(double x, int n) {
    const double x2 = x * x;
    const double x4 = x2 * x2;
    const double x8 = x4 * x4;
    return (n & 1 ? x : 1.0) * (n & 2 ? x2 : 1.0) * (n & 4 ? x4 : 1.0) * (n & 8 ? x8 : 1.0);
}

/* rv_pow for arguments that are the same for all instances, like 3^((celsius - 6.3)/10): the compiler moves this call
 * out of the loop. rv_pow would stay in the loop and, because its conditions are invariant, prevent vectorization. */
static __attribute__((noinline, const, unused)) double rv_pow_of_invariants(double x, double y) {
    return rv_pow(x, y);
}

/* clang-format off: one line per function; these are the C library's */
RV_INLINE double rv_sin(double x) {
    return sin(x);
}
RV_INLINE double rv_cos(double x) {
    return cos(x);
}
RV_INLINE double rv_tan(double x) {
    return tan(x);
}
RV_INLINE double rv_asin(double x) {
    return asin(x);
}
RV_INLINE double rv_acos(double x) {
    return acos(x);
}
RV_INLINE double rv_atan(double x) {
    return atan(x);
}
RV_INLINE double rv_atan2(double y, double x) {
    return atan2(y, x);
}
RV_INLINE double rv_floor(double x) {
    return floor(x);
}
RV_INLINE double rv_ceil(double x) {
    return ceil(x);
}
RV_INLINE double rv_fmod(double x, double y) {
    return fmod(x, y);
}
/* clang-format on */

#endif
