#pragma once

#include <cmath>
#include <cstdint>

#include "mechanisms/runtime/abi.h"

/// Spiking mechanisms written by hand, so that the tests of events need no compiler.
namespace ranvier::engine::hand_made {

// --- Pacer: fires at `start`, then every `interval` ms ---------------------------------------------------------------

inline int pacer_initialize(rv_instances* x) {
    for (std::int32_t i = 0; i < x->count; ++i) {
        if (x->field[0][i] >= 0) x->services->net_send(x, i, nullptr, x->t + x->field[0][i], 1);
    }
    return 0;
}

inline int pacer_receive(rv_instances* x, std::int32_t i, double*, double flag) {
    if (flag != 1) return 0;
    x->services->net_event(x, i, x->t);
    x->services->net_send(x, i, nullptr, x->t + x->field[1][i], 1);
    return 0;
}

inline const rv_mechanism& pacer() {
    static const rv_field fields[] = {{"start", "ms", RV_PARAMETER, 1, 1, 0, 1, 0},
                                      {"interval", "ms", RV_PARAMETER, 1, 1, 10, 1, 0}};
    static const rv_mechanism description = [] {
        rv_mechanism d{};
        d.abi_version = RV_ABI_VERSION;
        d.kind = RV_ARTIFICIAL_CELL;
        d.name = "Pacer";
        d.source = "pacer.mod";
        d.flags = RV_HAS_NET_RECEIVE | RV_HAS_NET_EVENT | RV_SELF_EVENTS;
        d.field_count = 2;
        d.fields = fields;
        d.weight_count = 1;
        d.initialize = pacer_initialize;
        d.net_receive = pacer_receive;
        return d;
    }();
    return description;
}

// --- Adder: leaky sum of its inputs whose value depends on their order; fires `lag` ms after it reaches 1. While it
// waits
// --- to fire, input moves the moment a little nearer (net_move). ----------------------------------------------------

enum { adder_m, adder_t0, adder_lag, adder_due, adder_last, adder_columns };

inline int adder_initialize(rv_instances* x) {
    for (std::int32_t i = 0; i < x->count; ++i) {
        x->field[adder_m][i] = 0;
        x->field[adder_t0][i] = 0;
        x->field[adder_due][i] = -1;
        x->field[adder_last][i] = 0;
    }
    return 0;
}

inline int adder_receive(rv_instances* x, std::int32_t i, double* weight, double flag) {
    double& m = x->field[adder_m][i];
    double& due = x->field[adder_due][i];
    if (flag == 1) {
        due = -1;
        m = 0;
        x->services->net_event(x, i, x->t);
        return 0;
    }
    m = m * std::exp(-(x->t - x->field[adder_t0][i]) / 10) * (1 - 1e-3 * weight[0]) + weight[0];
    x->field[adder_t0][i] = x->t;
    x->field[adder_last][i] = weight[0];
    if (due >= 0) {
        due = x->t + .75 * (due - x->t);
        x->services->net_move(x, i, due);
    } else if (m >= 1) {
        due = x->t + x->field[adder_lag][i] / m;
        x->services->net_send(x, i, weight, due, 1);
    }
    return 0;
}

inline const rv_mechanism& adder() {
    static const rv_field fields[] = {{"m", "", RV_STATE, 1, 1, 0, 1, 0},
                                      {"t0", "ms", RV_ASSIGNED, 1, 1, 0, 1, 0},
                                      {"lag", "ms", RV_PARAMETER, 1, 1, .3, 1, 0},
                                      {"due", "ms", RV_ASSIGNED, 1, 1, 0, 1, 0},
                                      {"last", "", RV_ASSIGNED, 1, 1, 0, 1, 0}};
    static const rv_mechanism description = [] {
        rv_mechanism d{};
        d.abi_version = RV_ABI_VERSION;
        d.kind = RV_ARTIFICIAL_CELL;
        d.name = "Adder";
        d.source = "adder.mod";
        d.flags = RV_HAS_NET_RECEIVE | RV_HAS_NET_EVENT | RV_SELF_EVENTS;
        d.field_count = adder_columns;
        d.fields = fields;
        d.weight_count = 1;
        d.initialize = adder_initialize;
        d.net_receive = adder_receive;
        return d;
    }();
    return description;
}

// --- Pulse: a current into its segment, `amp` += weight at an event, back after `duration` ms; fails at weight < 0
// -------

enum { pulse_amp, pulse_duration, pulse_columns };

inline int pulse_initialize(rv_instances* x) {
    for (std::int32_t i = 0; i < x->count; ++i) x->field[pulse_amp][i] = 0;
    return 0;
}

inline int pulse_current(rv_instances* x) {
    for (std::int32_t i = 0; i < x->count; ++i) {
        const std::int32_t n = x->node ? x->node[i] : x->first_node + i;
        x->rhs[n] += x->field[pulse_amp][i] * (1.e2 / x->area[n]);
    }
    return 0;
}

inline int pulse_receive(rv_instances* x, std::int32_t i, double* weight, double flag) {
    if (flag == 2) {
        x->field[pulse_amp][i] -= weight[0];
        return 0;
    }
    if (weight[0] < 0) {
        x->services->fail(x, i, "a weight must not be negative");
        return 1;
    }
    x->field[pulse_amp][i] += weight[0];
    x->services->net_send(x, i, weight, x->t + x->field[pulse_duration][i], 2);
    return 0;
}

inline const rv_mechanism& pulse() {
    static const rv_field fields[] = {{"amp", "nA", RV_ASSIGNED, 1, 1, 0, 1, 0},
                                      {"duration", "ms", RV_PARAMETER, 1, 1, 1, 1, 0}};
    static const rv_mechanism description = [] {
        rv_mechanism d{};
        d.abi_version = RV_ABI_VERSION;
        d.kind = RV_POINT_PROCESS;
        d.name = "Pulse";
        d.source = "pulse.mod";
        d.flags = RV_HAS_NET_RECEIVE | RV_SELF_EVENTS | RV_ELECTRODE_CURRENT;
        d.field_count = pulse_columns;
        d.fields = fields;
        d.weight_count = 1;
        d.initialize = pulse_initialize;
        d.current = pulse_current;
        d.net_receive = pulse_receive;
        return d;
    }();
    return description;
}

// --- Leak: a passive membrane of g [S/cm2] towards -65 mV ------------------------------------------------------------

inline int leak_current(rv_instances* x) {
    for (std::int32_t i = 0; i < x->count; ++i) {
        const std::int32_t n = x->node ? x->node[i] : x->first_node + i;
        x->rhs[n] -= x->field[0][i] * (x->v[n] + 65);
        x->d[n] += x->field[0][i];
    }
    return 0;
}

inline const rv_mechanism& leak() {
    static const rv_field fields[] = {{"g", "S/cm2", RV_PARAMETER, 1, 1, .0005, 1, 0}};
    static const rv_mechanism description = [] {
        rv_mechanism d{};
        d.abi_version = RV_ABI_VERSION;
        d.kind = RV_DENSITY;
        d.name = "leak";
        d.source = "leak.mod";
        d.field_count = 1;
        d.fields = fields;
        d.current = leak_current;
        return d;
    }();
    return description;
}

// --- Watcher: WATCH (v > high) 2, armed at flag 1, fires when it becomes true, and rearms itself ---------------------

inline int watcher_initialize(rv_instances* x) {
    for (std::int32_t i = 0; i < x->count; ++i) x->services->net_send(x, i, nullptr, x->t, 1);
    return 0;
}

inline int watcher_receive(rv_instances* x, std::int32_t i, double*, double flag) {
    if (flag == 2) x->services->net_event(x, i, x->t);
    x->services->watch(x, i, 0, 2, 1);
    return 0;
}

inline double watcher_condition(rv_instances* x, std::int32_t i, std::int32_t) {
    return x->v[x->node ? x->node[i] : x->first_node + i] - x->field[0][i];
}

inline const rv_mechanism& watcher() {
    static const rv_field fields[] = {{"high", "mV", RV_PARAMETER, 1, 1, -55, 1, 0}};
    static const rv_mechanism description = [] {
        rv_mechanism d{};
        d.abi_version = RV_ABI_VERSION;
        d.kind = RV_POINT_PROCESS;
        d.name = "Watcher";
        d.source = "watcher.mod";
        d.flags = RV_HAS_NET_RECEIVE | RV_SELF_EVENTS | RV_HAS_NET_EVENT;
        d.field_count = 1;
        d.fields = fields;
        d.weight_count = 1;
        d.watch_count = 1;
        d.initialize = watcher_initialize;
        d.net_receive = watcher_receive;
        d.watch = watcher_condition;
        return d;
    }();
    return description;
}

}  // namespace ranvier::engine::hand_made
