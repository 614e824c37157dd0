/* Helpers for generated mechanisms, in addition to abi.h, math.h and random.h: compartment indices, service calls. */
#ifndef RANVIER_MECHANISMS_RUNTIME_GENERATED_H
#define RANVIER_MECHANISMS_RUNTIME_GENERATED_H

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "mechanisms/runtime/abi.h"
#include "mechanisms/runtime/arguments.h"
#include "mechanisms/runtime/library_values.h"
#include "mechanisms/runtime/math_libm.h"

#define RV_ALWAYS_INLINE inline __attribute__((always_inline, unused))
#define RV_UNUSED __attribute__((unused))
#define RV_RECEIVE_AHEAD 8  /* instances between a prefetch and the event that needs it */
#define RV_NOINLINE __attribute__((noinline, unused))
/* A function whose callers know nothing of its code. g++ leaves vzeroupper out before calls of functions whose registers it
 * knows, and the caller may then return with dirty upper halves (docs/performance.md). */
#if defined(__GNUC__) && !defined(__clang__)
#define RV_OPAQUE __attribute__((noipa, unused))
#else
#define RV_OPAQUE RV_NOINLINE
#endif
/* Runs once per run or on a script's request: compiled for size, in half the compile time of a kernel. */
#define RV_COLD __attribute__((cold, unused))

/* condition ? a : b by masks. Both values are computed, so the compiler sees no branch and can vectorize the loop. */
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

/* The value at position x, 0 to last, of a table of last + 2 values, the last value twice: linear between points,
 * constant beyond the ends. NaN gives NaN. */
static RV_ALWAYS_INLINE double rv_looked_up(const double* table, double last, double x) {
    const double above = rv_select(x > 0.0, x, 0.0);
    const double inside = rv_select(above < last, above, last);
    const int k = (int)inside;
    const double fraction = rv_select(x == x, inside - (double)k, x);
    return table[k] + fraction * (table[k + 1] - table[k]);
}

/* The same with NEURON's bits: returns the last value beyond the last point, where a + 1*(b - a) may differ from b. */
static RV_ALWAYS_INLINE double rv_libm_rv_looked_up(const double* table, double last, double x) {
    const double inside = rv_select(x > 0.0 && x < last, x, 0.0);
    const int k = (int)inside;
    const double fraction = inside - (double)k;
    const double value = table[k] + fraction * (table[k + 1] - table[k]);
    return rv_select(x == x, rv_select(x >= last, table[(int)last], value), x);
}

/* The place of instance i in an array over compartments or in an ion's columns: rv_range if they are contiguous,
 * rv_indexed in general. Loops that are not cut into chunks are compiled for both. */
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

/* The number of instances in a chunk: few enough that values passed between its loops stay in the L1 cache, and a
 * multiple of the longest vector. */
#define RV_CHUNK 128
#define RV_LANES 8
/* Fewer instances than this are computed one at a time. */
#define RV_FEW 4
/* Rounds of a FROM loop that are computed at once. */
#define RV_ROUNDS 64
/* The value of `lanes`, in a form that tells the compiler that loops over the lanes have no remainder. */
#define RV_WHOLE(lanes) ((lanes) & -RV_LANES)

/* Copies a column's values for instances [start, start + here) to lanes, the last one also to those beyond; and back. */
static inline __attribute__((always_inline, unused)) void rv_take_lanes(double* lanes, const double* column,
                                                                        int32_t start, int32_t here) {
    if (here == RV_LANES) {
        memcpy(lanes, column + start, RV_LANES * sizeof *lanes);
        return;
    }
    for (int32_t i = 0; i < RV_LANES; ++i) lanes[i] = column[start + (i < here ? i : here - 1)];
}
static inline __attribute__((always_inline, unused)) void rv_give_lanes(const double* lanes, double* column,
                                                                        int32_t start, int32_t here) {
    if (here == RV_LANES) {
        memcpy(column + start, lanes, RV_LANES * sizeof *lanes);
        return;
    }
    for (int32_t i = 0; i < here; ++i) column[start + i] = lanes[i];
}

/* Inside a loop: prevents its vectorization, which would cost more compile time than it saves run time. */
#define RV_SCALAR_LOOP __asm__ volatile("")

/* An array over compartments, over instances or over an ion's columns. Instance i has element index[i], or first + i if
 * index is null. */
struct rv_array {
    double* base;
    const int32_t* index;
    int32_t first;
    int32_t is_stored;
};

/* Eight values anywhere in memory. The type is a struct's member because the compiler ignores attributes elsewhere. */
struct rv_eight {
    typedef double values __attribute__((vector_size(64), aligned(8), may_alias));
};

/* memcpy of a chunk's values: a call would take longer than the copy. */
static RV_ALWAYS_INLINE void rv_copy(double* to, const double* from, int32_t n) {
    int32_t i = 0;
    for (; i + 8 <= n; i += 8) {
        *reinterpret_cast<rv_eight::values*>(to + i) = *reinterpret_cast<const rv_eight::values*>(from + i);
    }
    for (; i < n; ++i) {
        RV_SCALAR_LOOP;
        to[i] = from[i];
    }
}

/* Opens the chunk of instances [start, start + RV_CHUNK), or up to `count`: at[k][i] is the value of array k for
 * instance start + i. Returns the number of lanes, rounded up to a multiple of RV_LANES. Values are used in place if
 * they are contiguous and fill the lanes; otherwise they are copied, and lanes beyond the last instance hold copies of
 * it. */
static RV_OPAQUE int32_t rv_open_chunk(const rv_array* arrays, int32_t array_count, int32_t start, int32_t count,
                                         double** at, double* copies) {
    const int32_t n = count - start < RV_CHUNK ? count - start : RV_CHUNK;
    const int32_t lanes = RV_WHOLE(n + RV_LANES - 1);
    for (int32_t k = 0; k < array_count; ++k, copies += RV_CHUNK) {
        const double* const from = arrays[k].base + (arrays[k].index ? 0 : arrays[k].first + start);
        const int32_t* const index = arrays[k].index ? arrays[k].index + start : nullptr;
        if (!index && n == lanes) {
            at[k] = const_cast<double*>(from);
            continue;
        }
        at[k] = copies;
        if (index) {
            for (int32_t i = 0; i < n; ++i) {
                RV_SCALAR_LOOP;
                copies[i] = from[index[i]];
            }
        } else {
            rv_copy(copies, from, n);
        }
        for (int32_t i = n; i < lanes; ++i) {
            RV_SCALAR_LOOP;
            copies[i] = copies[n - 1];
        }
    }
    return lanes;
}

/* Whether a target of one of these POINTERs has an address from `from` to `to`. */
static RV_UNUSED bool rv_points_into(const rv_instances* in, const int32_t* pointers, int32_t pointer_count,
                                     const double* from, const double* to) {
    int64_t any = 0;
    for (int32_t k = 0; k < pointer_count; ++k) {
        double* const* const target = in->pointer[pointers[k]];
        for (int32_t i = 0; i < in->count; ++i) {
            any |= ((uintptr_t)target[i] >= (uintptr_t)from) & ((uintptr_t)target[i] <= (uintptr_t)to);
        }
    }
    return any != 0;
}

/* Whether no target of these POINTERs lies among the values that are stored; values of other instances between them
 * count, too. `globals`: their number if they are stored. */
static RV_NOINLINE bool rv_are_apart(const rv_instances* in, const int32_t* pointers, int32_t pointer_count,
                                     const rv_array* arrays, int32_t array_count, int32_t globals) {
    if (in->count == 0) return true;
    for (int32_t a = 0; a < array_count; ++a) {
        const rv_array* const array = arrays + a;
        if (!array->is_stored) continue;
        int32_t least = array->first, most = array->first + in->count - 1;
        if (array->index) {
            least = most = array->index[0];
            for (int32_t i = 1; i < in->count; ++i) {
                least = array->index[i] < least ? array->index[i] : least;
                most = array->index[i] > most ? array->index[i] : most;
            }
        }
        if (rv_points_into(in, pointers, pointer_count, array->base + least, array->base + most)) return false;
    }
    return globals == 0 || !rv_points_into(in, pointers, pointer_count, in->global, in->global + globals - 1);
}

/* Copies the targets of a POINTER for the lanes of a chunk. Nonzero: one is not set. */
static RV_OPAQUE int rv_open_pointed(const rv_instances* in, int32_t pointer, int32_t start, int32_t count,
                                       int32_t lanes, double* copies, const char* not_set) {
    const int32_t n = count - start < RV_CHUNK ? count - start : RV_CHUNK;
    for (int32_t i = 0; i < n; ++i) {
        RV_SCALAR_LOOP;
        const double* const target = in->pointer[pointer][start + i];
        if (!target) {
            in->services->fail(in, start + i, not_set);
            return 1;
        }
        copies[i] = *target;
    }
    for (int32_t i = n; i < lanes; ++i) {
        RV_SCALAR_LOOP;
        copies[i] = copies[n - 1];
    }
    return 0;
}

/* Stores the values that were computed in copies. */
static RV_OPAQUE void rv_close_chunk(const rv_array* arrays, int32_t array_count, int32_t start, int32_t count,
                                       double* const* at) {
    const int32_t n = count - start < RV_CHUNK ? count - start : RV_CHUNK;
    for (int32_t k = 0; k < array_count; ++k) {
        if (!arrays[k].is_stored) continue;
        double* const to = arrays[k].base + (arrays[k].index ? 0 : arrays[k].first + start);
        if (at[k] == to) continue;
        const int32_t* const index = arrays[k].index ? arrays[k].index + start : nullptr;
        if (!index) {
            rv_copy(to, at[k], n);
            continue;
        }
        for (int32_t i = 0; i < n; ++i) {
            RV_SCALAR_LOOP;
            to[index[i]] = at[k][i];
        }
    }
}

/* x = rv_libm_exp(x) for each lane. */
static RV_UNUSED void rv_libm_exp_lanes(double* x, int32_t lanes) {
    if (rv_exp_values && lanes >= RV_FEW) {
        rv_exp_values(x, lanes);
        return;
    }
    for (int32_t i = 0; i < lanes; ++i) x[i] = rv_libm_exp(x[i]);
}

/* f of each x, of each x and y, or of each x and the same y. */
template <double (*f)(double)>
RV_UNUSED void rv_lanes_of(double* x, int32_t lanes) {
    for (int32_t i = 0; i < lanes; ++i) {
        RV_SCALAR_LOOP;
        x[i] = f(x[i]);
    }
}
/* rv_libm_pow of each x and y, or of each x and the same y. */
static RV_UNUSED void rv_libm_pow_lanes(double* x, const double* y, int32_t lanes) {
    if (rv_pow_values && lanes >= RV_FEW) {
        rv_pow_values(x, y, 1, lanes);
        return;
    }
    for (int32_t i = 0; i < lanes; ++i) x[i] = rv_libm_pow(x[i], y[i]);
}
static RV_UNUSED void rv_libm_pow_lanes(double* x, double y, int32_t lanes) {
    if (rv_pow_values && lanes >= RV_FEW) {
        rv_pow_values(x, &y, 0, lanes);
        return;
    }
    for (int32_t i = 0; i < lanes; ++i) x[i] = rv_libm_pow(x[i], y);
}

template <double (*f)(double, double)>
RV_UNUSED void rv_lanes_of(double* x, const double* y, int32_t lanes) {
    for (int32_t i = 0; i < lanes; ++i) {
        RV_SCALAR_LOOP;
        x[i] = f(x[i], y[i]);
    }
}
template <double (*f)(double, double)>
RV_UNUSED void rv_lanes_of(double* x, double y, int32_t lanes) {
    for (int32_t i = 0; i < lanes; ++i) {
        RV_SCALAR_LOOP;
        x[i] = f(x[i], y);
    }
}

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
static RV_ALWAYS_INLINE double rv_variable_steps(const rv_instances* in) {
    return in->services->variable_steps(in);
}

static RV_UNUSED double rv_print(const rv_instances* in, const char* format, ...) {
    char text[1024] = "";
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    in->services->print(in, text);
    return 0.0;
}

#include "mechanisms/runtime/repeated_values.h"

#endif
