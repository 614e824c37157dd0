/* Counter-based random streams for compiled mechanisms: NMODL's RANDOM variables.
 *
 * Philox4x32 with ten rounds (J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw: Parallel random numbers: as easy as
 * 1, 2, 3, SC11 (2011), section 3.3), laid out as NEURON's: counter = (sequence, id 3, id 1, id 2), key =
 * (global index, 0). A draw depends on nothing but the counter, the key and the position in the quadruple, so streams
 * need no state beyond rv_random and do not depend on rank, thread or order. The bits are NEURON's.
 *
 * `global_index` is Random123_globalindex. Unlike in NEURON, new ids take effect with the next draw, even in the middle
 * of a quadruple.
 */
#ifndef RANVIER_MECHANISMS_RUNTIME_RANDOM_H
#define RANVIER_MECHANISMS_RUNTIME_RANDOM_H

#include <math.h>

#include "mechanisms/runtime/abi.h"

#define RV_RANDOM_INLINE static inline __attribute__((unused))

/* Replaces a counter by its quadruple of random words. */
RV_RANDOM_INLINE void rv_philox4x32(uint32_t counter[4], uint32_t key0, uint32_t key1) {
    for (int round = 0; round < 10; ++round) {
        const uint64_t a = UINT64_C(0xD2511F53) * counter[0];
        const uint64_t b = UINT64_C(0xCD9E8D57) * counter[2];
        counter[0] = (uint32_t)(b >> 32) ^ counter[1] ^ key0;
        counter[1] = (uint32_t)b;
        counter[2] = (uint32_t)(a >> 32) ^ counter[3] ^ key1;
        counter[3] = (uint32_t)a;
        key0 += 0x9E3779B9u;
        key1 += 0xBB67AE85u;
    }
}

/* Moves on to the next word. The counter is one number of 128 bits, its lowest word first. */
RV_RANDOM_INLINE void rv_random_go_on(rv_random* stream) {
    if (stream->which < 3) {
        ++stream->which;
        return;
    }
    stream->which = 0;
    if (++stream->sequence == 0 && ++stream->id[2] == 0 && ++stream->id[0] == 0) ++stream->id[1];
}

/* The next 32 random bits. */
RV_RANDOM_INLINE uint32_t rv_random_bits(rv_random* stream, uint32_t global_index) {
    uint32_t words[4] = {stream->sequence, stream->id[2], stream->id[0], stream->id[1]};
    rv_philox4x32(words, global_index, 0);
    const uint32_t result = words[stream->which & 3];
    rv_random_go_on(stream);
    return result;
}

/* random_ipick(r): 0 to 2^32 - 1. */
RV_RANDOM_INLINE double rv_random_ipick(rv_random* stream, uint32_t global_index) {
    return (double)rv_random_bits(stream, global_index);
}

/* random_dpick(r), random_uniform(r): in the open interval (0, 1), on a grid of 1/(2^32 + 1). */
RV_RANDOM_INLINE double rv_random_uniform(rv_random* stream, uint32_t global_index) {
    return ((double)rv_random_bits(stream, global_index) + 1.0) * (1.0 / 4294967297.0);
}

/* random_uniform(r, low, high) */
RV_RANDOM_INLINE double rv_random_uniform_between(rv_random* stream, uint32_t global_index, double low, double high) {
    return low + rv_random_uniform(stream, global_index) * (high - low);
}

/* random_negexp(r): exponential, mean 1, at most 22.2; uses the C library's log in either arithmetic. */
RV_RANDOM_INLINE double rv_random_negexp(rv_random* stream, const rv_instances* in) {
    if (stream->picker) return in->services->pick(stream->picker);
    return -log(rv_random_uniform(stream, in->random_index));
}

/* random_negexp(r, mean) */
RV_RANDOM_INLINE double rv_random_negexp_of(rv_random* stream, const rv_instances* in, double mean) {
    return rv_random_negexp(stream, in) * mean;
}

/* random_normal(r): mean 0, deviation 1; the polar method (G. Marsaglia & T. A. Bray, SIAM Rev. 6 (1964) 260), whose
 * second value is discarded. */
RV_RANDOM_INLINE double rv_random_normal(rv_random* stream, uint32_t global_index) {
    double x, w;
    do {
        const double first = rv_random_uniform(stream, global_index);
        const double second = rv_random_uniform(stream, global_index);
        const double y = 2.0 * second - 1.0;
        x = 2.0 * first - 1.0;
        w = x * x + y * y;
    } while (w > 1.0);
    return x * sqrt(-2.0 * log(w) / w);
}

/* random_normal(r, mean, deviation) */
RV_RANDOM_INLINE double rv_random_normal_of(rv_random* stream, uint32_t global_index, double mean, double deviation) {
    return mean + rv_random_normal(stream, global_index) * deviation;
}

/* log(k!) for k >= 10 (Stirling's series: M. Abramowitz & I. A. Stegun, Handbook of Mathematical Functions, 6.1.41). */
RV_RANDOM_INLINE double rv_log_factorial(double k) {
    const double n = k + 1.0, r = 1.0 / (n * n);
    const double series = (1.0 / 12.0 - r * (1.0 / 360.0 - r * (1.0 / 1260.0 - r / 1680.0))) / n;
    return (n - 0.5) * log(n) - n + 0.91893853320467274178 + series;
}

/* random_poisson for mean >= 10: transformed rejection (W. Hoermann, Insurance: Math. and Econ. 12 (1993) 39-45,
 * algorithm PTRS). */
RV_RANDOM_INLINE double rv_random_poisson_of_many(rv_random* stream, uint32_t global_index, double mean) {
    const double b = 0.931 + 2.53 * sqrt(mean), a = -0.059 + 0.02483 * b;
    const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4), v_r = 0.9277 - 3.6224 / (b - 2.0);
    for (;;) {
        const double u = rv_random_uniform(stream, global_index) - 0.5, v = rv_random_uniform(stream, global_index);
        const double us = 0.5 - fabs(u);
        const double k = floor((2.0 * a / us + b) * u + mean + 0.43);
        if (us >= 0.07 && v <= v_r) return k;
        if (k < 0.0 || (us < 0.013 && v > us)) continue;
        double log_factorial = 0.0;
        if (k >= 10.0) {
            log_factorial = rv_log_factorial(k);
        } else {
            for (double i = 2.0; i <= k; ++i) log_factorial += log(i);
        }
        if (log(v * inverse_alpha / (a / (us * us) + b)) <= k * log(mean) - mean - log_factorial) return k;
    }
}

/* random_poisson(r, mean): a number of events; 0 without a draw if mean is not positive. Uses the C library's functions
 * in either arithmetic. Below 10, one draw inverts the distribution (L. Devroye, Non-Uniform Random Variate Generation,
 * 1986, chapter X.3.3); its tail ends where the probability is below 2^-32. */
RV_RANDOM_INLINE double rv_random_poisson(rv_random* stream, uint32_t global_index, double mean) {
    if (!(mean > 0.0)) return 0.0;
    if (mean >= 10.0) return rv_random_poisson_of_many(stream, global_index, mean);
    const double u = rv_random_uniform(stream, global_index);
    double k = 0.0, p = exp(-mean), sum = p;
    while (u > sum && p > 0x1p-40) {
        ++k;
        p *= mean / k; /* in this order, as in random_lanes.h */
        sum += p;
    }
    return k;
}

/* random_setseq(r, x): x = 4 sequence + position in the quadruple, cut to 34 bits; 0 if negative or above 2^40. */
RV_RANDOM_INLINE void rv_random_setseq(rv_random* stream, double x) {
    const double in_range = x >= 0.0 && x <= (double)UINT64_C(0xffffffffff) ? x : 0.0;
    const uint64_t bits = (uint64_t)in_range & UINT64_C(0x3ffffffff);
    stream->sequence = (uint32_t)(bits >> 2);
    stream->which = (uint8_t)(bits & 3);
}

/* 4 sequence + position, the argument of rv_random_setseq. */
RV_RANDOM_INLINE double rv_random_getseq(const rv_random* stream) {
    return (double)stream->sequence * 4.0 + stream->which;
}

/* A double as a 32-bit id: its integer part modulo 2^32; -1 gives 0xffffffff. */
RV_RANDOM_INLINE uint32_t rv_random_id_of(double x) {
    return (uint32_t)(int64_t)x;
}

/* random_setids(r, id1, id2, id3); keeps the position in the stream. */
RV_RANDOM_INLINE void rv_random_setids(rv_random* stream, double id1, double id2, double id3) {
    stream->id[0] = rv_random_id_of(id1);
    stream->id[1] = rv_random_id_of(id2);
    stream->id[2] = rv_random_id_of(id3);
    stream->is_set = 1;
    stream->picker = 0;
}

#endif
