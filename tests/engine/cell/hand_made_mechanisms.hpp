#pragma once

#include <cstdint>

#include "mechanisms/runtime/abi.h"

/// Mechanisms written by hand as the generator would print them, so that the engine's tests need no compiler. The
/// derivative by v is numeric and in NEURON's order of operations.
namespace ranvier::engine::hand_made {

/// With nothing in it yet.
inline rv_mechanism describe(const char* name, rv_kind kind) {
    rv_mechanism d{};
    d.abi_version = RV_ABI_VERSION;
    d.kind = kind;
    d.name = name;
    d.source = name;
    return d;
}

inline std::int32_t node(const rv_instances* x, std::int32_t i) {
    return x->node ? x->node[i] : x->first_node + i;
}

inline int passive_current(rv_instances* x) {
    const double* g = x->field[0];
    const double* e = x->field[1];
    for (std::int32_t i = 0; i < x->count; ++i) {
        const std::int32_t n = node(x, i);
        const double up = g[i] * (x->v[n] + .001 - e[i]);
        const double current = g[i] * (x->v[n] - e[i]);
        x->field[2][i] = current;
        x->rhs[n] -= current;
        x->d[n] += (up - current) / .001;
    }
    return 0;
}

/// g [S/cm2], e [mV], i [mA/cm2].
inline const rv_mechanism& passive(const char* name = "pas") {
    static const rv_field fields[] = {{"g", "S/cm2", RV_PARAMETER, 1, 1, .001, 0, 1e9},
                                      {"e", "mV", RV_PARAMETER, 1, 1, -70, 1, 0},
                                      {"i", "mA/cm2", RV_ASSIGNED, 1, 1, 0, 1, 0}};
    static rv_mechanism description = [&] {
        rv_mechanism d{};
        d.abi_version = RV_ABI_VERSION;
        d.kind = RV_DENSITY;
        d.name = name;
        d.source = "pas.mod";
        d.field_count = 3;
        d.fields = fields;
        d.current = passive_current;
        return d;
    }();
    return description;
}

inline int clamp_current(rv_instances* x) {
    const double* amp = x->field[0];
    for (std::int32_t i = 0; i < x->count; ++i) {
        const std::int32_t n = node(x, i);
        const double to_density = 1.e2 / x->area[n];
        x->rhs[n] += amp[i] * to_density;
        x->d[n] -= (amp[i] - amp[i]) / .001 * to_density;
    }
    return 0;
}

/// A current of amp [nA] that is always on.
inline const rv_mechanism& clamp() {
    static const rv_field fields[] = {{"amp", "nA", RV_PARAMETER, 1, 1, 0, 1, 0}};
    static rv_mechanism description = [] {
        rv_mechanism d{};
        d.abi_version = RV_ABI_VERSION;
        d.kind = RV_POINT_PROCESS;
        d.name = "Clamp";
        d.source = "clamp.mod";
        d.flags = RV_ELECTRODE_CURRENT;
        d.field_count = 1;
        d.fields = fields;
        d.current = clamp_current;
        return d;
    }();
    return description;
}

}  // namespace ranvier::engine::hand_made
