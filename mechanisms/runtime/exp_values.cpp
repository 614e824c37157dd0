#include <cstdint>
#include <cstring>

#include "mechanisms/runtime/eight_at_once.hpp"
#include "mechanisms/runtime/library_values.h"
#include "mechanisms/runtime/math_libm.h"

namespace ranvier::mechanisms {
namespace {

using Function = void (*)(double*, std::int32_t);

void call_library(double* x, std::int32_t count) {
    for (std::int32_t i = 0; i < count; ++i) x[i] = rv_libm_exp(x[i]);
}

#ifdef RANVIER_EIGHT_AT_ONCE
constexpr double unfused_below = -512;  // there glibc's last sum is not fused, because it must detect subnormal results

template <LookUp how>
RANVIER_INLINE __m512d exp_of_eight(__m512d x) {
    const __m512d limit = _mm512_set1_pd(700);
    const __m512d below = _mm512_mask_mov_pd(x, _mm512_cmp_pd_mask(x, limit, _CMP_GT_OQ), limit);
    const auto [scale, tail] = exp_parts<how>(below, _mm512_set1_pd(-0.));
    const __m512d fused = _mm512_fmadd_pd(scale, tail, scale);
    const __mmask8 is_unfused = _mm512_cmp_pd_mask(x, _mm512_set1_pd(unfused_below), _CMP_LE_OQ);
    const __m512d y = _mm512_mask_add_pd(fused, is_unfused, scale, _mm512_mul_pd(scale, tail));
    return _mm512_maskz_mov_pd(_mm512_cmp_pd_mask(x, _mm512_set1_pd(-700), _CMP_NLT_UQ), y);
}

template <LookUp how>
RANVIER_AVX512 void exp_avx512(double* x, std::int32_t count) {
    std::int32_t i = 0;
    for (; i + 8 <= count; i += 8) _mm512_storeu_pd(x + i, exp_of_eight<how>(_mm512_loadu_pd(x + i)));
    if (i == count) return;
    const auto rest = static_cast<__mmask8>((1 << (count - i)) - 1);
    _mm512_mask_storeu_pd(x + i, rest, exp_of_eight<how>(_mm512_maskz_loadu_pd(rest, x + i)));
}

// Whether the C library gives the same bits. Other libraries, or glibc set to use other variants, differ. Tries all
// entries of the tables and all magnitudes of arguments.
bool library_agrees(Function eight_at_once) {
    constexpr int size = 256;
    double own[size], theirs[size];
    std::uint64_t state = 1;
    for (const double range : {705., 705., 705., 60., 60., 60., 8., 1., 1e-3, 1e-9}) {
        for (int round = 0; round < 8; ++round) {
            for (int i = 0; i < size; ++i) {
                state = state * 6364136223846793005u + 1442695040888963407u;  // Knuth's MMIX
                own[i] = theirs[i] = range * (static_cast<double>(state >> 11) * 0x1p-52 - 1);
            }
            eight_at_once(own, size);
            call_library(theirs, size);
            if (std::memcmp(own, theirs, sizeof own) != 0) return false;
        }
    }
    return true;
}
#endif

Function best() {
#ifdef RANVIER_EIGHT_AT_ONCE
    if (has_avx512()) {
        double x[256];
        const Function fastest = faster<Function>(exp_avx512<LookUp::by_loads>, exp_avx512<LookUp::by_permutation>, x);
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

bool choose_exp_values() {
    return chosen() != call_library;
}

}  // namespace ranvier::mechanisms

void rv_exp_values(double* x, std::int32_t count) {
    ranvier::mechanisms::chosen()(x, count);
}
