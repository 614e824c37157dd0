#pragma once

#include <nvector/nvector_serial.h>

namespace ranvier::engine {

/// Gives a serial vector, and those that are cloned from it, loops that become vector instructions: what CVODE and IDA
/// do with states costs as much as small mechanisms do. Results are those of the library's loops to the bit, but for
/// norms, whose sum has eight parts.
void use_fast_loops(N_Vector vector);

}  // namespace ranvier::engine
