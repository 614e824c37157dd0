#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Name of the variable that holds the values of a DISCRETE state at its last steps: x@1, x@2, ...
std::string past_name(const std::string& state);

/// Implements the memory of LAG and DISCRETE, one per instance.
///
/// `LAG v BY d` becomes `rv_lag_v_d = rv_history_of(rv_lag_v_d)  lag_v_d = rv_lag(rv_lag_v_d, v, t, d)`: the hidden
/// variable rv_lag_v_d holds the number of a history (mechanisms/runtime/lag.h), which INITIAL empties. In
/// `DISCRETE d { x = x@1 + x@2 }` x@k becomes rv_past_x[k - 1]; each SOLVE shifts these values, and INITIAL sets them
/// to the state's START value. Time advances only by dt; in NEURON 9.0.2 every SOLVE of a DISCRETE block advances the
/// time of all mechanisms by another dt.
void past_values(Program& program, Diagnostics& diagnostics);

}  // namespace ranvier::nmodl
