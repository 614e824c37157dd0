#include "mechanisms/builtin/isa.hpp"

#include <cstdlib>
#include <stdexcept>
#include <string>

namespace ranvier::mechanisms {
namespace {

constexpr Isa best_first[] = {Isa::avx512, Isa::avx2, Isa::baseline};

Isa isa_from_environment(const char* wanted) {
    for (const Isa isa : best_first) {
        if (name_of(isa) != wanted) continue;
        if (is_supported(isa)) return isa;
        throw std::runtime_error("RANVIER_ISA is " + std::string(wanted) + ", which this CPU does not have");
    }
    throw std::runtime_error("RANVIER_ISA is \"" + std::string(wanted) + "\"; expected baseline, avx2 or avx512");
}

}  // namespace

std::string_view name_of(Isa isa) {
    switch (isa) {
        case Isa::avx2:
            return "avx2";
        case Isa::avx512:
            return "avx512";
        default:
            return "baseline";
    }
}

bool is_supported(Isa isa) {
    if (isa == Isa::baseline) return true;
#ifdef RANVIER_BUILTIN_X86_64
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                      __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
    if (isa == Isa::avx2) return avx2;
    return avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
#else
    return false;
#endif
}

Isa best_isa() {
    if (const char* wanted = std::getenv("RANVIER_ISA")) return isa_from_environment(wanted);
    for (const Isa isa : best_first) {
        if (is_supported(isa)) return isa;
    }
    return Isa::baseline;
}

}  // namespace ranvier::mechanisms
