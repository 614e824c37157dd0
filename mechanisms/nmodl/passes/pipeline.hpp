#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

enum class Math {
    libm,   ///< NEURON's expression order and the C library's functions
    vector  ///< simplified expressions, fused operations, functions of mechanisms/runtime/math.h
};

/// A step from the author's program to the one that is printed.
struct Pass {
    const char* name;
    const char* purpose;
    void (*run)(Program&, Math, Diagnostics&);
};

/// All passes in their order.
const std::vector<Pass>& passes();

/// Runs all passes; after each one errors end the pipeline (CompileError). If `stop_after` is not empty, only up to
/// that pass.
void run_passes(Program& program, Math math, Diagnostics& diagnostics, const std::string& stop_after = {});

}  // namespace ranvier::nmodl
