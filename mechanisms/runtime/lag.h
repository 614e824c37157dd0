/* The value that a variable had some time ago: LAG of NMODL.
 *
 * Each instance has one history per LAG statement, which starts at the first call after INITIAL. While the history is
 * shorter than `lag`, the result is its first value; later the result is interpolated linearly between the calls around
 * t - lag. C and C++. A hidden variable of the instance holds the number of the history (0: none yet), so the instance
 * may move. Not thread-safe: mechanisms with LAG run on one thread.
 */
#ifndef RANVIER_MECHANISMS_RUNTIME_LAG_H
#define RANVIER_MECHANISMS_RUNTIME_LAG_H

#include <stdlib.h>
#include <string.h>

#define RV_LAG static inline __attribute__((unused))

typedef struct {
    double *time, *value; /* first..end - 1 are in use */
    int first, end, room;
    double interpolated;
} rv_history;

typedef struct {
    rv_history* all;
    int count, room;
} rv_histories;

static rv_histories rv_all_histories;

/* Empties history number `handle`; returns the number. */
RV_LAG double rv_forget(double handle) {
    const int k = (int)handle;
    if (k > 0 && k <= rv_all_histories.count) {
        rv_all_histories.all[k - 1].first = rv_all_histories.all[k - 1].end = 0;
    }
    return handle;
}

RV_LAG void rv_remember(rv_history* h, double t, double x) {
    if (h->end == h->room && h->first > h->room / 2) {
        memmove(h->time, h->time + h->first, (size_t)(h->end - h->first) * sizeof(double));
        memmove(h->value, h->value + h->first, (size_t)(h->end - h->first) * sizeof(double));
        h->end -= h->first;
        h->first = 0;
    }
    if (h->end == h->room) {
        h->room = h->room ? 2 * h->room : 64;
        h->time = (double*)realloc(h->time, (size_t)h->room * sizeof(double));
        h->value = (double*)realloc(h->value, (size_t)h->room * sizeof(double));
        if (!h->time || !h->value) abort();
    }
    h->time[h->end] = t;
    h->value[h->end++] = x;
}

/* `handle`, or the number of a new history if `handle` is 0. */
RV_LAG double rv_history_of(double handle) {
    rv_histories* const all = &rv_all_histories;
    if (handle != 0.0) return handle;
    if (all->count == all->room) {
        all->room = all->room ? 2 * all->room : 16;
        all->all = (rv_history*)realloc(all->all, (size_t)all->room * sizeof(rv_history));
        if (!all->all) abort();
    }
    memset(&all->all[all->count], 0, sizeof(rv_history));
    return (double)++all->count;
}

/* x as it was at t - lag. */
RV_LAG double rv_lag(double handle, double x, double t, double lag) {
    rv_history* const h = &rv_all_histories.all[(int)handle - 1];
    if (h->first == h->end) {
        rv_remember(h, t, x);
        return x;
    }
    if (t == h->time[h->end - 1]) { /* called again at the same time */
        h->value[h->end - 1] = x;
        return t - h->time[h->first] >= lag ? h->interpolated : h->value[h->first];
    }
    if (t - h->time[h->first] >= lag) {
        double at = t - lag;
        rv_remember(h, t, x);
        while (t - h->time[h->first + 1] >= lag) ++h->first;
        if (!(at > h->time[h->first])) return h->value[h->first];
        at = (at - h->time[h->first]) / (h->time[h->first + 1] - h->time[h->first]);
        h->interpolated = h->value[h->first] + at * (h->value[h->first + 1] - h->value[h->first]);
        return h->interpolated;
    }
    if (t > h->time[h->end - 1]) rv_remember(h, t, x);
    return h->value[h->first];
}

#endif
