#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Computes the values of constants that the UNITS block defines by units:
/// `FARADAY = (faraday) (coulomb)` becomes the constant 96485.33212331001 (CODATA 2018, as in NEURON 9), and
/// `mV2V = (millivolt) -> (volt)` a conversion factor. Unknown units are errors.
void evaluate_units(Program& program, Diagnostics& diagnostics);

}  // namespace ranvier::nmodl
