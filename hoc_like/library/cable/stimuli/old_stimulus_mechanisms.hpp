#pragma once

#include "mechanisms/runtime/abi.h"

namespace ranvier::hoc {

/// Point processes for the currents of fstim, fsyn and fclamp. The enums number the columns.

/// A current of `amplitude` [nA] from `onset` for `duration` [ms]; starts and ends 1e-9 ms early.
const rv_mechanism& old_pulse_mechanism();
enum OldPulse { pulse_onset, pulse_duration, pulse_amplitude, pulse_columns };
double old_pulse_current(const double* columns, double t);

/// A conductance [uS] `gmax` x exp(1 - x) with x = (t - onset)/tau between 0 and 10, that draws v to `erev` [mV].
const rv_mechanism& old_synapse_mechanism();
enum OldSynapse { synapse_onset, synapse_tau, synapse_gmax, synapse_erev, synapse_columns };
double old_synapse_conductance(const double* columns, double t);

/// One level of a voltage clamp: `level` [mV] behind `resistance` [megohm] for begin <= t < end.
const rv_mechanism& old_clamp_mechanism();
enum OldClamp { clamp_begin, clamp_end, clamp_level, clamp_resistance, clamp_columns };
bool old_clamp_is_on(const double* columns, double t);

}  // namespace ranvier::hoc
