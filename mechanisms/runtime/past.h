/* HISTORY of NMODL, our extension: an instance's list of events, each with a time and a value, oldest first. The engine
 * owns the lists; checkpoints contain them.
 */
#ifndef RANVIER_MECHANISMS_RUNTIME_PAST_H
#define RANVIER_MECHANISMS_RUNTIME_PAST_H

#include "mechanisms/runtime/abi.h"

#define RV_PAST_INLINE static inline __attribute__((unused))

/* The number of events. */
RV_PAST_INLINE double rv_history_size(const rv_past* past) {
    return (double)past->count;
}

/* The time of event k, 0 for the oldest [ms]; not a number if there is none. */
RV_PAST_INLINE double rv_history_time(const rv_past* past, double k) {
    return k >= 0.0 && k < (double)past->count ? past->event[(int32_t)k].t : __builtin_nan("");
}

/* The value of event k; not a number if there is none. */
RV_PAST_INLINE double rv_history_value(const rv_past* past, double k) {
    return k >= 0.0 && k < (double)past->count ? past->event[(int32_t)k].value : __builtin_nan("");
}

/* Asks for the memory of the newest events. */
RV_PAST_INLINE void rv_history_prefetch(const rv_past* past) {
    __builtin_prefetch(past->event + past->count - 1);
}

/* Appends an event. */
RV_PAST_INLINE double rv_history_add(rv_past* past, const rv_instances* in, double t, double value) {
    in->services->remember(past, t, value);
    return 0.0;
}

/* Removes all events. */
RV_PAST_INLINE double rv_history_clear(rv_past* past) {
    past->count = 0;
    return 0.0;
}

#endif
