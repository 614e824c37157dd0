#pragma once

#include <string_view>

namespace ranvier::mechanisms {

/// Instruction sets that the built-in mechanisms are compiled for. Results don't depend on it, only speed does.
enum class Isa {
    baseline,  ///< what every CPU of this architecture has
    avx2,      ///< x86-64-v3: AVX2 and FMA
    avx512,    ///< x86-64-v4: AVX-512 F, BW, CD, DQ, VL
};

/// "baseline", "avx2", "avx512".
std::string_view name_of(Isa isa);

/// Whether this process can run code for `isa`, and this build has it.
bool is_supported(Isa isa);

/// The best that is supported, or what the environment variable RANVIER_ISA names.
/// Throws std::runtime_error if that is no name of an Isa, or one that this CPU lacks.
Isa best_isa();

}  // namespace ranvier::mechanisms
