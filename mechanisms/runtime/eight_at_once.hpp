#pragma once

// The common part of exp and pow for eight values at once, with the bits of glibc on CPUs with fused multiply-add. A lookup is
// eight loads or a sequence of register permutations; `faster` measures which kind to use. Gathers are slower than loads: their
// microcode takes more operations (Zen 4), or prevents data leaks (Intel, since 2023).
#if defined(__x86_64__) && defined(__GNUC__)
#define RANVIER_EIGHT_AT_ONCE
#include <immintrin.h>

#include <algorithm>
#include <chrono>
#include <cstddef>

#include "mechanisms/runtime/elementary/exp_table.hpp"

#define RANVIER_AVX512 __attribute__((target("avx512f,avx512dq,avx512vl,avx512bw,fma")))
#define RANVIER_INLINE RANVIER_AVX512 __attribute__((always_inline)) inline

namespace ranvier::mechanisms {

inline constexpr __mmask8 all_lanes = 0xff;  // without a mask g++ 12 warns about its headers

inline bool has_avx512() {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("fma");
}

enum class LookUp { by_loads, by_permutation };

/// k mod 128 in each lane, where scalar code can read it.
struct Indices {
    alignas(64) long long at[8];
};
RANVIER_INLINE Indices indices_of(__m512i k) {
    Indices indices;
    _mm512_store_si512(indices.at, _mm512_and_si512(k, _mm512_set1_epi64(127)));
    return indices;
}

// Four vectors of two, one after the other.
RANVIER_INLINE __m512d joined(__m128d a, __m128d b, __m128d c, __m128d d) {
    const __m256d ab = _mm256_insertf128_pd(_mm256_castpd128_pd256(a), b, 1);
    const __m256d cd = _mm256_insertf128_pd(_mm256_castpd128_pd256(c), d, 1);
    return _mm512_maskz_insertf64x4(all_lanes, _mm512_castpd256_pd512(ab), cd, 1);
}

RANVIER_INLINE __m512d permuted(const double* table, __m512i k) {
    __m512d part[8];
#pragma GCC unroll 8
    for (int j = 0; j < 8; ++j) {
        part[j] = _mm512_permutex2var_pd(_mm512_load_pd(table + 16 * j), k, _mm512_load_pd(table + 16 * j + 8));
    }
    const __mmask8 odd = _mm512_test_epi64_mask(k, _mm512_set1_epi64(16));
    const __mmask8 second = _mm512_test_epi64_mask(k, _mm512_set1_epi64(32));
    const __mmask8 upper = _mm512_test_epi64_mask(k, _mm512_set1_epi64(64));
#pragma GCC unroll 4
    for (int j = 0; j < 4; ++j) part[j] = _mm512_mask_blend_pd(odd, part[2 * j], part[2 * j + 1]);
#pragma GCC unroll 2
    for (int j = 0; j < 2; ++j) part[j] = _mm512_mask_blend_pd(second, part[2 * j], part[2 * j + 1]);
    return _mm512_mask_blend_pd(upper, part[0], part[1]);
}

// table[k mod 128] in each lane.
template <LookUp how>
RANVIER_INLINE __m512d look_up(const double* table, __m512i k) {
    if constexpr (how == LookUp::by_permutation) return permuted(table, k);
    const Indices of = indices_of(k);
    const auto& at = of.at;
    return joined(_mm_loadh_pd(_mm_load_sd(table + at[0]), table + at[1]),
                  _mm_loadh_pd(_mm_load_sd(table + at[2]), table + at[3]),
                  _mm_loadh_pd(_mm_load_sd(table + at[4]), table + at[5]),
                  _mm_loadh_pd(_mm_load_sd(table + at[6]), table + at[7]));
}

struct TwoValues {
    __m512d first, second;
};

RANVIER_INLINE __m128d pair_at(const TwoTables& tables, const Indices& of, int lane) {
    return _mm_load_pd(tables.pairs + 2 * of.at[lane]);
}

/// first[k mod 128] and second[k mod 128] in each lane.
template <LookUp how>
RANVIER_INLINE TwoValues look_up(const TwoTables& tables, __m512i k) {
    if constexpr (how == LookUp::by_permutation) return {permuted(tables.first, k), permuted(tables.second, k)};
    const Indices of = indices_of(k);
    const __m512d even =
        joined(pair_at(tables, of, 0), pair_at(tables, of, 2), pair_at(tables, of, 4), pair_at(tables, of, 6));
    const __m512d odd =
        joined(pair_at(tables, of, 1), pair_at(tables, of, 3), pair_at(tables, of, 5), pair_at(tables, of, 7));
    return {_mm512_maskz_unpacklo_pd(all_lanes, even, odd), _mm512_maskz_unpackhi_pd(all_lanes, even, odd)};
}

/// The exponential of a sum in two parts: scale (1 + tail).
struct ExpParts {
    __m512d scale, tail;
};

/// exp(x + rest) in parts, for |x| < 1000, |rest| < 2^-15.
template <LookUp how>
RANVIER_INLINE ExpParts exp_parts(__m512d x, __m512d rest) {
    const __m512d shift = _mm512_set1_pd(round_shift);
    const __m512d shifted = _mm512_fmadd_pd(x, _mm512_set1_pd(per_step), shift);
    const __m512i k = _mm512_castpd_si512(shifted);
    const __m512d whole = _mm512_sub_pd(shifted, shift);
    const __m512d high = _mm512_fnmadd_pd(whole, _mm512_set1_pd(step_high), x);
    const __m512d r = _mm512_add_pd(_mm512_fnmadd_pd(whole, _mm512_set1_pd(step_low), high), rest);
    // 2^(k/128): the exponent of powers[k mod 128] and the bits of k above the lowest seven
    const __m512i exponent = _mm512_maskz_slli_epi64(all_lanes, _mm512_maskz_srli_epi64(all_lanes, k, 7), 52);
    const auto [power, own_rest] = look_up<how>(powers_and_rests, k);
    const __m512d r2 = _mm512_mul_pd(r, r);
    const __m512d p2 = _mm512_fmadd_pd(r, _mm512_set1_pd(c3), _mm512_set1_pd(c2));
    const __m512d p4 = _mm512_fmadd_pd(r, _mm512_set1_pd(c5), _mm512_set1_pd(c4));
    const __m512d first = _mm512_fmadd_pd(r2, p2, _mm512_add_pd(own_rest, r));
    return {_mm512_castsi512_pd(_mm512_add_epi64(_mm512_castpd_si512(power), exponent)),
            _mm512_fmadd_pd(_mm512_mul_pd(r2, r2), p4, first)};
}

/// The faster of two functions that compute 256 values with the same bits.
template <class Function, class... Others>
Function faster(Function a, Function b, double* x, Others... others) {
    const auto shortest = [&](Function f) {
        auto least = std::chrono::steady_clock::duration::max();
        for (int k = 0; k < 8; ++k) {
            for (int i = 0; i < 256; ++i) x[i] = .001 * (i + 1);
            const auto begin = std::chrono::steady_clock::now();
            f(x, others..., 256);
            least = std::min(least, std::chrono::steady_clock::now() - begin);
        }
        return least;
    };
    return shortest(b) < shortest(a) ? b : a;
}

}  // namespace ranvier::mechanisms
#endif
