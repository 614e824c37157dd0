#pragma once

#include <cstdint>

namespace ranvier::engine {

/// Throws std::invalid_argument unless dt is above 0: scripts may set it to any number.
void check_step(double dt);

/// The number of whole steps of dt that psolve takes from t to tstop [ms]. The rounding is NEURON's. Throws
/// std::invalid_argument if they are too many for t to reach tstop.
std::int64_t whole_steps(double t, double dt, double tstop);

}  // namespace ranvier::engine
