/* Draws for many instances at once, in the bits of random.h: for the steps of artificial cells. */
#ifndef RANVIER_MECHANISMS_RUNTIME_RANDOM_LANES_H
#define RANVIER_MECHANISMS_RUNTIME_RANDOM_LANES_H

#include "mechanisms/runtime/generated.h"
#include "mechanisms/runtime/random.h"

/* Draws at a time; the compiler then knows the length of all loops. */
#define RV_DRAWS 64

/* rv_random_uniform for `count` streams, at most RV_DRAWS. Elements from `count` on are undefined. */
static RV_NOINLINE void rv_random_uniform_each(rv_random* stream, uint32_t global_index, int32_t count, double* u) {
    uint32_t words[4][RV_DRAWS];
    for (int32_t i = 0; i < RV_DRAWS; ++i) {
        const rv_random* from = stream + (i < count ? i : 0);
        words[0][i] = from->sequence;
        words[1][i] = from->id[2];
        words[2][i] = from->id[0];
        words[3][i] = from->id[1];
    }
    uint32_t key0 = global_index, key1 = 0;
    for (int round = 0; round < 10; ++round) {
        for (int32_t i = 0; i < RV_DRAWS; ++i) {
            const uint64_t a = (uint64_t)0xD2511F53u * words[0][i];
            const uint64_t b = (uint64_t)0xCD9E8D57u * words[2][i];
            words[0][i] = (uint32_t)(b >> 32) ^ words[1][i] ^ key0;
            words[1][i] = (uint32_t)b;
            words[2][i] = (uint32_t)(a >> 32) ^ words[3][i] ^ key1;
            words[3][i] = (uint32_t)a;
        }
        key0 += 0x9E3779B9u;
        key1 += 0xBB67AE85u;
    }
    for (int32_t i = 0; i < count; ++i) {
        u[i] = ((double)words[stream[i].which & 3][i] + 1.0) * (1.0 / 4294967297.0);
        rv_random_go_on(stream + i);
    }
}

/* random_poisson for `count` streams: replaces means by draws. */
static RV_NOINLINE void rv_random_poisson_each(rv_random* stream, uint32_t global_index, int32_t count, double* mean) {
    double u[RV_DRAWS], p[RV_DRAWS], sum[RV_DRAWS], k[RV_DRAWS];
    for (int32_t start = 0; start < count; start += RV_DRAWS) {
        const int32_t here = count - start < RV_DRAWS ? count - start : RV_DRAWS;
        double* const m = mean + start;
        int32_t usual = 0; /* a mean for which one draw inverts the distribution */
        while (usual < here && m[usual] > 0.0 && m[usual] < 10.0) ++usual;
        if (usual < here) {
            for (int32_t i = 0; i < here; ++i) m[i] = rv_random_poisson(stream + start + i, global_index, m[i]);
            continue;
        }
        rv_random_uniform_each(stream + start, global_index, here, u);
        double last = 0.0, none = 1.0; /* neighbors often have equal means */
        for (int32_t i = 0; i < here; ++i) {
            if (m[i] != last) {
                last = m[i];
                none = exp(-last);
            }
            p[i] = sum[i] = none;
            k[i] = 0.0;
        }
        for (double next = 1.0, more = 1.0; more > 0.0; ++next) {
            more = 0.0;
            for (int32_t i = 0; i < here; ++i) {
                const double goes_on = rv_select((u[i] > sum[i]) & (p[i] > 0x1p-40), 1.0, 0.0);
                k[i] += goes_on;
                p[i] = rv_select(goes_on > 0.0, p[i] * (m[i] / next), p[i]);
                sum[i] = rv_select(goes_on > 0.0, sum[i] + p[i], sum[i]);
                more += goes_on;
            }
        }
        for (int32_t i = 0; i < here; ++i) m[i] = k[i];
    }
}

#endif
