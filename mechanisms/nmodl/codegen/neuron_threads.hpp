#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Whether NEURON 9.0.2 runs the mechanism on one thread only (it assigns a GLOBAL without THREADSAFE, uses POINTER,
/// has LINEAR, NONLINEAR, DISCRETE or METHOD runge, ...). This determines when TABLEs are built: on one thread, in each
/// call, with the values of the current instance; otherwise before each step, with the values of the first instance.
bool is_one_threaded_in_neuron(const Program& program);

/// Whether C code passes NEURON's four thread arguments to the file's FUNCTIONs and PROCEDUREs. THREADSAFE alone is not
/// enough: a mechanism that NEURON runs on one thread does without.
bool has_thread_arguments(const Program& program);

}  // namespace ranvier::nmodl
