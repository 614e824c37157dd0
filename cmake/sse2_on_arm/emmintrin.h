/* SSE2 on ARM, by SIMDe, as Eigen uses it. */
#ifndef RANVIER_SSE2_ON_ARM_H
#define RANVIER_SSE2_ON_ARM_H

#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/sse2.h>

/* SIMDe's shifts are macros whose two branches have types that Eigen's classes do not unite. */
#undef _mm_slli_epi16
#undef _mm_slli_epi32
#undef _mm_slli_epi64
#undef _mm_srli_epi16
#undef _mm_srli_epi32
#undef _mm_srli_epi64
#undef _mm_srai_epi32
static inline __m128i _mm_slli_epi16(__m128i a, int n) {
    return _mm_sll_epi16(a, _mm_cvtsi32_si128(n));
}
static inline __m128i _mm_slli_epi32(__m128i a, int n) {
    return _mm_sll_epi32(a, _mm_cvtsi32_si128(n));
}
static inline __m128i _mm_slli_epi64(__m128i a, int n) {
    return _mm_sll_epi64(a, _mm_cvtsi32_si128(n));
}
static inline __m128i _mm_srli_epi16(__m128i a, int n) {
    return _mm_srl_epi16(a, _mm_cvtsi32_si128(n));
}
static inline __m128i _mm_srli_epi32(__m128i a, int n) {
    return _mm_srl_epi32(a, _mm_cvtsi32_si128(n));
}
static inline __m128i _mm_srli_epi64(__m128i a, int n) {
    return _mm_srl_epi64(a, _mm_cvtsi32_si128(n));
}
static inline __m128i _mm_srai_epi32(__m128i a, int n) {
    return _mm_sra_epi32(a, _mm_cvtsi32_si128(n));
}

/* Built into x86-64's compilers, without an intrinsic. */
#define __builtin_ia32_sqrtsd(a) _mm_sqrt_sd(a, a)
#define __builtin_ia32_sqrtss(a) _mm_sqrt_ss(a)

#endif
