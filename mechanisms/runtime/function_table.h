/* Lookup in a FUNCTION_TABLE: linear interpolation for up to two arguments, the nearest lower point for more; constant
 * beyond the table's ends. Order of arithmetic as in NEURON 9.0.2. C and C++. */
#ifndef RANVIER_MECHANISMS_RUNTIME_FUNCTION_TABLE_H
#define RANVIER_MECHANISMS_RUNTIME_FUNCTION_TABLE_H

#include <stdio.h>

#include "mechanisms/runtime/abi.h"

#define RV_TABLE static inline __attribute__((unused))

/* The point at or below x; *fraction becomes the position of x between it and the next point. */
RV_TABLE int32_t rv_table_place(const rv_table_axis* axis, double x, double* fraction) {
    const int32_t last = axis->count - 1;
    *fraction = 0.0;
    if (axis->points) {
        int32_t low = 0, high = last;
        if (x <= axis->points[0]) return 0;
        if (x >= axis->points[last]) return last;
        while (low < high - 1) {
            const int32_t middle = (low + high) / 2;
            if (axis->points[middle] <= x) {
                low = middle;
            } else {
                high = middle;
            }
        }
        *fraction = (x - axis->points[low]) / (axis->points[low + 1] - axis->points[low]);
        return low;
    }
    if (x <= axis->low) return 0;
    if (x >= axis->high) return last;
    {
        const double width = (axis->high - axis->low) / (double)last;
        const double position = (x - axis->low) / width;
        const int32_t place = (int32_t)position;
        *fraction = position - (double)place;
        return place;
    }
}

RV_TABLE double rv_table_between(double fraction, double a, double b) {
    return (1. - fraction) * a + fraction * b;
}

/* The value at x[0..axes-1] of FUNCTION_TABLE `which`. Fails, and sets *failed, if no script has set its data. */
RV_TABLE double rv_look_up(const rv_instances* in, int32_t i, int32_t which, const char* name, int32_t axes,
                           const double* x, int32_t* failed) {
    const rv_function_table* const table = in->function_table ? in->function_table + which : 0;
    double fraction[2] = {0.0, 0.0}, ignored;
    const double* at;
    int32_t k, place = 0;
    if (!table || !table->values) {
        char text[300];
        snprintf(text, sizeof text, "FUNCTION_TABLE %s has no data; set its data by calling table_%s", name, name);
        in->services->fail(in, i, text);
        *failed = 1;
        return 0.0;
    }
    for (k = 0; k < axes; ++k) {
        place = place * table->axes[k].count + rv_table_place(table->axes + k, x[k], k < 2 ? fraction + k : &ignored);
    }
    at = table->values + place;
    if (axes > 2) return at[0];
    if (axes == 2) {
        const double here = fraction[1] > 0.0 ? rv_table_between(fraction[1], at[0], at[1]) : at[0];
        const double* next = at + table->axes[1].count;
        if (!(fraction[0] > 0.0)) return here;
        return rv_table_between(fraction[0], here,
                                fraction[1] > 0.0 ? rv_table_between(fraction[1], next[0], next[1]) : next[0]);
    }
    return fraction[0] > 0.0 ? rv_table_between(fraction[0], at[0], at[1]) : at[0];
}

#endif
