/* Eight instances at once for loops over long arrays (nmodl/codegen/wide_lanes.hpp): values are vectors of one number for
 * each instance, and what a branch assigns is masked. C++ with the vector extensions of g++ and clang. */
#ifndef RANVIER_MECHANISMS_RUNTIME_WIDE_LANES_H
#define RANVIER_MECHANISMS_RUNTIME_WIDE_LANES_H

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "mechanisms/runtime/generated.h"

namespace {

struct rv_wide {
    typedef double values __attribute__((vector_size(64)));
    typedef long long mask __attribute__((vector_size(64)));
};

/* Eight neighboring instances of an array whose elements stay in their columns. */
struct rv_wide_array {
    double* const* columns;
    int32_t at;
    rv_eight::values& operator[](int k) const { return *reinterpret_cast<rv_eight::values*>(columns[k] + at); }
};

RV_ALWAYS_INLINE rv_wide::values rv_widened(double x) {
    return rv_wide::values{} + x;
}
RV_ALWAYS_INLINE rv_wide::values rv_widened(rv_wide::values x) {
    return x;
}

RV_ALWAYS_INLINE rv_wide::mask rv_truth(bool holds) {
    return rv_wide::mask{} - (long long)holds;
}
RV_ALWAYS_INLINE rv_wide::mask rv_truth(rv_wide::mask holds) {
    return holds;
}

/* Compilers sum up the lanes, which takes longer than the work that a branch saves. */
RV_ALWAYS_INLINE bool rv_any(rv_wide::mask holds) {
#if defined(__AVX512F__)
    return _mm512_test_epi64_mask((__m512i)holds, (__m512i)holds) != 0;
#elif defined(__AVX2__)
    __m256i half[2];
    memcpy(half, &holds, sizeof half);
    const __m256i any = _mm256_or_si256(half[0], half[1]);
    return !_mm256_testz_si256(any, any);
#else
    long long any = 0;
    for (int i = 0; i < 8; ++i) any |= holds[i];
    return any != 0;
#endif
}

/* x = value where `holds`. */
template <class Values, class Value>
RV_ALWAYS_INLINE void rv_assign(rv_wide::mask holds, Values& x, const Value& value) {
    x = holds ? rv_widened(value) : (rv_wide::values)x;
}

} /* namespace */

#endif
