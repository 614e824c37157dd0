#pragma once

#include <span>

#include "mechanisms/builtin/isa.hpp"
#include "mechanisms/runtime/abi.h"

namespace ranvier::mechanisms {

/// The two arithmetics of docs/architecture.md.
enum class Math {
    libm,    ///< NEURON's: the C library's functions, NEURON's order of operations
    vector,  ///< Ranvier's: its own functions, fused operations
};

/// The built-in mechanisms, compiled from the .mod files in this folder, in the order in which NEURON registers their
/// types (README.md). The tables live as long as the program. Throws std::runtime_error if `isa` is not supported.
std::span<const rv_mechanism* const> builtin_mechanisms(Math math, Isa isa = best_isa());
/// The mechanisms in this folder that NEURON does not have.
std::span<const rv_mechanism* const> own_mechanisms(Math math, Isa isa = best_isa());

/// Whether the mechanism is one of these, for any arithmetic and instruction set.
bool is_built_in(const rv_mechanism& mechanism);

}  // namespace ranvier::mechanisms
