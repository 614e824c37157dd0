#include "mechanisms/builtin/builtin_mechanisms.hpp"

#include <stdexcept>
#include <string>
#include <vector>

#include "builtin_tables.hpp"
#include "mechanisms/runtime/library_values.h"

namespace ranvier::mechanisms {
namespace {

std::vector<const rv_mechanism*> collect(std::span<const rv_mechanisms_function> functions) {
    std::vector<const rv_mechanism*> all;
    for (const auto function : functions) {
        std::int32_t count = 0;
        const rv_mechanism* const* first = function(&count);
        all.insert(all.end(), first, first + count);
    }
    return all;
}

/// NEURON's mechanisms, and our own after them.
std::span<const rv_mechanism* const> libm_mechanisms([[maybe_unused]] Isa isa) {
    choose_exp_values();
    choose_pow_values();
#ifdef RANVIER_BUILTIN_X86_64
    if (isa == Isa::avx512) {
        static const auto all = collect(tables::libm_avx512);
        return all;
    }
    if (isa == Isa::avx2) {
        static const auto all = collect(tables::libm_avx2);
        return all;
    }
#endif
    static const auto all = collect(tables::libm_baseline);
    return all;
}

std::span<const rv_mechanism* const> all_mechanisms(Math math, Isa isa) {
    if (!is_supported(isa)) {
        throw std::invalid_argument("this CPU or build has no " + std::string(name_of(isa)));
    }
    if (math == Math::libm) return libm_mechanisms(isa);
#ifdef RANVIER_BUILTIN_X86_64
    if (isa == Isa::avx512) {
        static const auto all = collect(tables::vector_avx512);
        return all;
    }
    if (isa == Isa::avx2) {
        static const auto all = collect(tables::vector_avx2);
        return all;
    }
#endif
    static const auto all = collect(tables::vector_baseline);
    return all;
}

}  // namespace

std::span<const rv_mechanism* const> builtin_mechanisms(Math math, Isa isa) {
    const auto all = all_mechanisms(math, isa);
    return all.first(all.size() - tables::own_count);
}

std::span<const rv_mechanism* const> own_mechanisms(Math math, Isa isa) {
    return all_mechanisms(math, isa).last(tables::own_count);
}

}  // namespace ranvier::mechanisms
