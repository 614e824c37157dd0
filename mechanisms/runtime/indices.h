/* Indices of arrays that are computed during the run. C and C++. */
#ifndef RANVIER_MECHANISMS_RUNTIME_INDICES_H
#define RANVIER_MECHANISMS_RUNTIME_INDICES_H

#include <stdint.h>
#include <stdio.h>

#include "mechanisms/runtime/abi.h"

/* Ends the run: `index` is outside of the array `what`. Returns an index that is not. */
static __attribute__((noinline, cold, unused)) int64_t rv_outside(const rv_instances* in, int32_t i, int64_t index,
                                                                  int32_t length, const char* what) {
    char text[400];
    snprintf(text, sizeof text, "the index %lld is outside of the array %s, whose elements are 0 to %d",
             (long long)index, what, (int)length - 1);
    in->services->fail(in, i, text);
    return 0;
}

/* `index`, if the array has such an element; else the run ends, and *failed is set. */
static inline __attribute__((always_inline, unused)) int64_t rv_index(const rv_instances* in, int32_t i,
                                                                      int32_t* failed, int64_t index, int32_t length,
                                                                      const char* what) {
    if (__builtin_expect((uint64_t)index < (uint64_t)length, 1)) return index;
    if (*failed) return 0;
    *failed = 1;
    return rv_outside(in, i, index, length, what);
}

#endif
