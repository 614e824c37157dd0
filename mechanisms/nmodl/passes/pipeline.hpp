#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

enum class Math {
    libm,   ///< NEURON's expression order and the C library's functions
    vector  ///< simplified expressions, fused operations, functions of mechanisms/runtime/math.h
};

/// One step of the transformation from the author's program to the printed one.
struct Pass {
    const char* name;
    const char* purpose;
    void (*run)(Program&, Math, Diagnostics&);
};

/// All passes, in the order in which they run.
const std::vector<Pass>& passes();

/// Runs all passes, or those up to `stop_after` if it is not empty. Throws CompileError after the first pass that
/// records an error.
void run_passes(Program& program, Math math, Diagnostics& diagnostics, const std::string& stop_after = {});

}  // namespace ranvier::nmodl
