/* What generated mechanisms use besides abi.h, math.h and random.h: indices of compartments, and services as calls. */
#ifndef RANVIER_MECHANISMS_RUNTIME_GENERATED_H
#define RANVIER_MECHANISMS_RUNTIME_GENERATED_H

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "mechanisms/runtime/abi.h"

#define RV_ALWAYS_INLINE inline __attribute__((always_inline, unused))
#define RV_UNUSED __attribute__((unused))
#define RV_NOINLINE __attribute__((noinline, unused))
/* Runs once a run or when a script asks: compiled for size, which takes half the compiler's time of a kernel. */
#define RV_COLD __attribute__((cold, unused))

/* condition ? a : b by masks. Both values are computed, so the compiler sees no branch and can vectorise the loop. */
static RV_ALWAYS_INLINE double rv_select(bool condition, double a, double b) {
    const uint64_t mask = (uint64_t)0 - (uint64_t)condition;
    uint64_t a_bits, b_bits;
    double result;
    memcpy(&a_bits, &a, sizeof a);
    memcpy(&b_bits, &b, sizeof b);
    a_bits = (a_bits & mask) | (b_bits & ~mask);
    memcpy(&result, &a_bits, sizeof result);
    return result;
}

/* Where the values of instance i lie in an array over compartments or in an ion's columns: rv_range where they are
 * contiguous, rv_indexed where they need not be. Loops are compiled once for each. */
namespace { /* files compiled for other instruction sets have their own */
struct rv_range {
    int32_t first;
    rv_range(const int32_t*, int32_t start) : first(start) {}
    int32_t operator()(int32_t i) const { return first + i; }
};

struct rv_indexed {
    const int32_t* index;
    int32_t first;
    rv_indexed(const int32_t* indices, int32_t start) : index(indices), first(start) {}
    int32_t operator()(int32_t i) const { return index ? index[i] : first + i; }
};
} /* namespace */

static RV_ALWAYS_INLINE bool rv_all_contiguous(const rv_instances* in, int32_t ion_count) {
    bool contiguous = in->node == nullptr;
    for (int32_t k = 0; k < ion_count; ++k) contiguous = contiguous && in->ion[k].index == nullptr;
    return contiguous;
}

static RV_ALWAYS_INLINE double rv_net_send(const rv_instances* in, int32_t i, const double* weight, double t,
                                           double flag) {
    in->services->net_send(in, i, weight, t, flag);
    return 0.0;
}
static RV_ALWAYS_INLINE double rv_net_event(const rv_instances* in, int32_t i, double t) {
    in->services->net_event(in, i, t);
    return 0.0;
}
static RV_ALWAYS_INLINE double rv_net_move(const rv_instances* in, int32_t i, double t) {
    in->services->net_move(in, i, t);
    return 0.0;
}
static RV_ALWAYS_INLINE double rv_at_time(const rv_instances* in, double t) {
    return in->services->at_time(in, t);
}

static RV_UNUSED double rv_print(const rv_instances* in, const char* format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    in->services->print(in, text);
    return 0.0;
}

#endif
