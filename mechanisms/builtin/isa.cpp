#include "mechanisms/builtin/isa.hpp"

#include <cstdlib>
#include <stdexcept>
#include <string>

namespace ranvier::mechanisms {
namespace {

constexpr Isa best_first[] = {Isa::avx512, Isa::avx2, Isa::baseline};

bool cpu_has([[maybe_unused]] Isa isa) {
    if (isa == Isa::baseline) return true;
#ifdef __x86_64__
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

/// Empty if this CPU and this build support the instruction set.
std::string missing_for(Isa isa) {
    const std::string name(name_of(isa));
    if (!cpu_has(isa)) return "this CPU does not have the instruction set " + name;
    if (is_built(isa)) return {};
    return "the built-in mechanisms are not compiled for " + name +
           "; `make ALL_ISAS=ON` compiles them for all instruction sets";
}

Isa isa_from_environment(const char* wanted) {
    for (const Isa isa : best_first) {
        if (name_of(isa) != wanted) continue;
        if (const std::string missing = missing_for(isa); !missing.empty()) {
            throw std::runtime_error("RANVIER_ISA is " + std::string(wanted) + ", but " + missing);
        }
        return isa;
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
    return missing_for(isa).empty();
}

void check_supported(Isa isa) {
    if (const std::string missing = missing_for(isa); !missing.empty()) throw std::runtime_error(missing);
}

Isa best_isa() {
    if (const char* wanted = std::getenv("RANVIER_ISA")) return isa_from_environment(wanted);
    for (const Isa isa : best_first) {
        if (is_supported(isa)) return isa;
    }
    return Isa::baseline;
}

}  // namespace ranvier::mechanisms
