#pragma once

#include <string_view>

namespace ranvier::mechanisms {

/// Instruction sets for which the built-in mechanisms are compiled. Results do not depend on them.
enum class Isa {
    baseline,  ///< supported by every CPU of this architecture
    avx2,      ///< x86-64-v3: AVX2 and FMA
    avx512,    ///< x86-64-v4: AVX-512 F, BW, CD, DQ, VL
};

/// "baseline", "avx2", "avx512".
std::string_view name_of(Isa isa);

/// Whether the CPU supports `isa` and this build contains it.
bool is_supported(Isa isa);

/// The best supported one, or the one named by the environment variable RANVIER_ISA. Throws std::runtime_error if that
/// is not the name of an Isa, or if this CPU lacks it.
Isa best_isa();

}  // namespace ranvier::mechanisms
