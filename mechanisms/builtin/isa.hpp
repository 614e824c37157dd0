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

/// Whether this build holds the built-in mechanisms for `isa`; without RANVIER_ALL_ISAS, two at most.
bool is_built(Isa isa);

/// Whether the CPU and this build support `isa`.
bool is_supported(Isa isa);
/// Throws std::runtime_error, which says what is missing, unless `isa` is supported.
void check_supported(Isa isa);

/// The best supported Isa, or the one named by the environment variable RANVIER_ISA. Throws std::runtime_error if the
/// variable does not name an Isa or this CPU or build does not support it.
Isa best_isa();

}  // namespace ranvier::mechanisms
