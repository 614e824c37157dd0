#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "mechanisms/runtime/eight_at_once.hpp"
#include "mechanisms/runtime/elementary/log_table.hpp"
#include "mechanisms/runtime/library_values.h"
#include "mechanisms/runtime/math_libm.h"

namespace ranvier::mechanisms {
namespace {

using Function = void (*)(double*, const double*, std::int32_t, std::int32_t);

void call_library(double* x, const double* y, std::int32_t stride, std::int32_t count) {
    for (std::int32_t i = 0; i < count; ++i) x[i] = rv_libm_pow(x[i], y[i * stride]);
}

#ifdef RANVIER_EIGHT_AT_ONCE
// The scheme of glibc since 2.28 (log_table.hpp). Then x^y = exp(y log(x)).

struct Log {
    __m512d high, low;
};

// log(x) for positive normal x.
template <LookUp how>
RANVIER_INLINE Log log_of_eight(__m512d x) {
    const __m512i bits = _mm512_castpd_si512(x);
    const __m512i offset = _mm512_sub_epi64(bits, _mm512_set1_epi64(c0_bits));
    const __m512i interval = _mm512_maskz_srli_epi64(all_lanes, offset, 45);
    const __m512i exponent = _mm512_and_si512(offset, _mm512_set1_epi64(static_cast<std::int64_t>(0xfffull << 52)));
    const __m512d z = _mm512_castsi512_pd(_mm512_sub_epi64(bits, exponent));
    const __m512d k = _mm512_maskz_cvtepi64_pd(all_lanes, _mm512_maskz_srai_epi64(all_lanes, offset, 52));
    const __m512d r = _mm512_fmsub_pd(z, look_up<how>(inverses, interval), _mm512_set1_pd(1));
    const auto [log_c, own_rest] = look_up<how>(logs_and_rests, interval);
    // k ln(2) + log(c) + r - r^2/2, the largest terms first, and the rounding errors of their sums
    const __m512d t1 = _mm512_fmadd_pd(k, _mm512_set1_pd(ln2_high), log_c);
    const __m512d t2 = _mm512_add_pd(t1, r);
    const __m512d low1 = _mm512_fmadd_pd(k, _mm512_set1_pd(ln2_low), own_rest);
    const __m512d low2 = _mm512_add_pd(_mm512_sub_pd(t1, t2), r);
    const __m512d half = _mm512_mul_pd(_mm512_set1_pd(-.5), r);
    const __m512d square = _mm512_mul_pd(r, half);
    const __m512d cube = _mm512_mul_pd(r, square);
    const __m512d high = _mm512_add_pd(t2, square);
    const __m512d low3 = _mm512_fmsub_pd(half, r, square);
    const __m512d low4 = _mm512_add_pd(_mm512_sub_pd(t2, high), square);
    const __m512d p12 = _mm512_fmadd_pd(r, _mm512_set1_pd(a2), _mm512_set1_pd(a1));
    const __m512d p34 = _mm512_fmadd_pd(r, _mm512_set1_pd(a4), _mm512_set1_pd(a3));
    const __m512d p56 = _mm512_fmadd_pd(r, _mm512_set1_pd(a6), _mm512_set1_pd(a5));
    const __m512d p = _mm512_fmadd_pd(square, _mm512_fmadd_pd(square, p56, p34), p12);
    const __m512d lows = _mm512_add_pd(_mm512_add_pd(_mm512_add_pd(low1, low2), low3), low4);
    const __m512d low = _mm512_fmadd_pd(cube, p, lows);
    const __m512d sum = _mm512_add_pd(high, low);
    return {sum, _mm512_add_pd(_mm512_sub_pd(high, sum), low)};
}

// x^y in the lanes of `wanted`; calls the library for special cases.
template <LookUp how>
RANVIER_INLINE __m512d pow_of_eight(__m512d x, __m512d y, __mmask8 wanted) {
    const __m512d infinity = _mm512_set1_pd(HUGE_VAL);
    const __m512d size = _mm512_abs_pd(y);
    const __mmask8 is_usual = _mm512_cmp_pd_mask(x, _mm512_set1_pd(0x1p-1022), _CMP_GE_OQ) &
                              _mm512_cmp_pd_mask(x, infinity, _CMP_LT_OQ) &
                              _mm512_cmp_pd_mask(size, _mm512_set1_pd(0x1p-65), _CMP_GE_OQ) &
                              _mm512_cmp_pd_mask(size, _mm512_set1_pd(0x1p63), _CMP_LT_OQ);
    const auto [high, low] = log_of_eight<how>(x);
    const __m512d exponent = _mm512_mul_pd(y, high);
    const __m512d rest = _mm512_fmadd_pd(y, low, _mm512_fmsub_pd(y, high, exponent));
    const auto [scale, tail] = exp_parts<how>(exponent, rest);
    const __m512d magnitude = _mm512_abs_pd(exponent);
    const __mmask8 is_one = is_usual & _mm512_cmp_pd_mask(magnitude, _mm512_set1_pd(0x1p-54), _CMP_LT_OQ);
    const __mmask8 is_inside = is_usual & _mm512_cmp_pd_mask(magnitude, _mm512_set1_pd(512), _CMP_LT_OQ);
    const __m512d power = _mm512_fmadd_pd(scale, tail, scale);
    __m512d result = _mm512_mask_add_pd(power, is_one, _mm512_set1_pd(1), exponent);
    // 0^y, frequent for closed gates.
    const __mmask8 is_zero = _mm512_cmpeq_epi64_mask(_mm512_castpd_si512(x), _mm512_setzero_si512()) &
                             _mm512_cmp_pd_mask(y, _mm512_setzero_pd(), _CMP_GT_OQ);
    result = _mm512_mask_mov_pd(result, is_zero, _mm512_setzero_pd());
    auto left = static_cast<unsigned>(wanted & ~(is_inside | is_zero));
    if (left == 0) return result;
    alignas(64) double xs[8], ys[8], results[8];
    _mm512_store_pd(xs, x);
    _mm512_store_pd(ys, y);
    _mm512_store_pd(results, result);
    for (; left != 0; left &= left - 1) {
        const int lane = std::countr_zero(left);
        results[lane] = rv_libm_pow(xs[lane], ys[lane]);
    }
    return _mm512_load_pd(results);
}

template <LookUp how>
RANVIER_AVX512 void pow_avx512(double* x, const double* y, std::int32_t stride, std::int32_t count) {
    for (std::int32_t i = 0; i < count; i += 8) {
        const auto here = static_cast<__mmask8>(count - i >= 8 ? 0xff : (1 << (count - i)) - 1);
        const __m512d exponents = stride ? _mm512_maskz_loadu_pd(here, y + i) : _mm512_set1_pd(*y);
        _mm512_mask_storeu_pd(x + i, here, pow_of_eight<how>(_mm512_maskz_loadu_pd(here, x + i), exponents, here));
    }
}

// Whether the C library gives the same bits. Other libraries, or glibc set to use other variants, differ.
bool library_agrees(Function eight_at_once) {
    constexpr int size = 256;
    double own[size], theirs[size], exponents[size];
    std::uint64_t state = 1;
    const auto uniform = [&state] {
        state = state * 6364136223846793005u + 1442695040888963407u;  // Knuth's MMIX
        return static_cast<double>(state >> 11) * 0x1p-53;
    };
    for (int round = 0; round < 64; ++round) {
        const double range = round % 4 == 0 ? 1e-6 : round % 4 == 1 ? 5 : 20;
        for (int i = 0; i < size; ++i) {
            own[i] = theirs[i] = round % 2 ? uniform() : 1e3 * uniform() * uniform();
            exponents[i] = round % 3 == 0 ? 1. + i % 8 : range * (2 * uniform() - 1);
        }
        eight_at_once(own, exponents, 1, size);
        call_library(theirs, exponents, 1, size);
        if (std::memcmp(own, theirs, sizeof own) != 0) return false;
    }
    return true;
}
#endif

Function best() {
#ifdef RANVIER_EIGHT_AT_ONCE
    if (has_avx512()) {
        double x[256];
        const double y = 2.5;
        const Function fastest =
            faster<Function>(pow_avx512<LookUp::by_loads>, pow_avx512<LookUp::by_permutation>, x, &y, 0);
        if (library_agrees(fastest)) return fastest;
    }
#endif
    return call_library;
}

Function chosen() {
    static const Function function = best();
    return function;
}

}  // namespace

bool choose_pow_values() {
    return chosen() != call_library;
}

}  // namespace ranvier::mechanisms

void rv_pow_values(double* x, const double* y, std::int32_t stride, std::int32_t count) {
    ranvier::mechanisms::chosen()(x, y, stride, count);
}
