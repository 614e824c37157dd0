#include "hoc_like/library/cable/stimuli/old_stimulus_mechanisms.hpp"

#include <cmath>
#include <iterator>

namespace ranvier::hoc {

namespace {

int node_of(const rv_instances* instances, int i) {
    return instances->node ? instances->node[i] : instances->first_node + i;
}

/// Ends variable steps at discontinuities.
void tell_of(const rv_instances* instances, double t) {
    instances->services->at_time(instances, t);
}

template <int size>
struct Columns {
    double values[size];
    Columns(const rv_instances* instances, int i) {
        for (int k = 0; k < size; ++k) values[k] = instances->field[k][i];
    }
};

int pulse_currents(rv_instances* instances) {
    for (int i = 0; i < instances->count; ++i) {
        const int node = node_of(instances, i);
        const Columns<pulse_columns> columns{instances, i};
        tell_of(instances, columns.values[pulse_onset]);
        tell_of(instances, columns.values[pulse_onset] + columns.values[pulse_duration]);
        const double current = old_pulse_current(columns.values, instances->t);
        if (current != 0) instances->rhs[node] += 1.e2 * current / instances->area[node];
    }
    return 0;
}

int synapse_currents(rv_instances* instances) {
    for (int i = 0; i < instances->count; ++i) {
        const int node = node_of(instances, i);
        Columns<synapse_columns> columns{instances, i};
        tell_of(instances, columns.values[synapse_onset]);
        columns.values[synapse_gmax] = 1.e2 * columns.values[synapse_gmax] / instances->area[node];
        const double g = old_synapse_conductance(columns.values, instances->t);
        instances->rhs[node] -= g * (instances->v[node] - columns.values[synapse_erev]);
        instances->d[node] += g;
    }
    return 0;
}

int clamp_currents(rv_instances* instances) {
    for (int i = 0; i < instances->count; ++i) {
        const int node = node_of(instances, i);
        const Columns<clamp_columns> columns{instances, i};
        tell_of(instances, columns.values[clamp_begin]);
        tell_of(instances, columns.values[clamp_end]);
        if (!old_clamp_is_on(columns.values, instances->t)) continue;
        const double g = 1.e2 / columns.values[clamp_resistance] / instances->area[node];
        instances->rhs[node] += g * (columns.values[clamp_level] - instances->v[node]);
        instances->d[node] += g;
    }
    return 0;
}

constexpr rv_field field(const char* name, const char* units, double value) {
    return {name, units, RV_PARAMETER, 1, 1, value, 1, 0};
}

template <int size>
rv_mechanism describe(const char* name, std::uint32_t flags, const rv_field (&fields)[size],
                      int (*current)(rv_instances*)) {
    rv_mechanism description{};
    description.abi_version = RV_ABI_VERSION;
    description.kind = RV_POINT_PROCESS;
    description.name = name;
    description.source = name;
    description.flags = RV_IS_THREADSAFE | RV_IS_NAMELESS | flags;
    description.field_count = size;
    description.fields = fields;
    description.current = current;
    return description;
}

}  // namespace

double old_pulse_current(const double* columns, double t) {
    const double onset = columns[pulse_onset];
    const bool is_off = t < onset - 1e-9 || t > onset + columns[pulse_duration] - 1e-9;
    return is_off ? 0 : columns[pulse_amplitude];
}

double old_synapse_conductance(const double* columns, double t) {
    if (columns[synapse_gmax] == 0) return 0;
    const double x = (t - columns[synapse_onset]) / columns[synapse_tau];
    return x > 0 && x < 10 ? columns[synapse_gmax] * (x * std::exp(-x + 1.)) : 0;
}

bool old_clamp_is_on(const double* columns, double t) {
    return t >= columns[clamp_begin] && t < columns[clamp_end];
}

const rv_mechanism& old_pulse_mechanism() {
    static constexpr rv_field fields[] = {field("onset", "ms", 1e20), field("duration", "ms", 0),
                                          field("amplitude", "nA", 0)};
    static const rv_mechanism description = describe("fstim", RV_ELECTRODE_CURRENT, fields, pulse_currents);
    return description;
}

const rv_mechanism& old_synapse_mechanism() {
    static constexpr rv_field fields[] = {field("onset", "ms", 1e20), field("tau", "ms", 0), field("gmax", "uS", 0),
                                          field("erev", "mV", 0)};
    static const rv_mechanism description = describe("fsyn", 0, fields, synapse_currents);
    return description;
}

const rv_mechanism& old_clamp_mechanism() {
    static constexpr rv_field fields[] = {field("begin", "ms", 0), field("end", "ms", 0), field("level", "mV", 0),
                                          field("resistance", "megohm", 1)};
    static const rv_mechanism description = describe("fclamp", RV_ELECTRODE_CURRENT, fields, clamp_currents);
    return description;
}

}  // namespace ranvier::hoc
