#include "mechanisms/builtin/builtin_mechanisms.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "builtin_tables.hpp"
#include "mechanisms/runtime/library_values.h"

namespace ranvier::mechanisms {
namespace {

std::span<const rv_mechanism* const> described_by(rv_mechanisms_function function) {
    std::int32_t count = 0;
    const rv_mechanism* const* first = function(&count);
    return {first, static_cast<std::size_t>(count)};
}

/// NEURON's mechanisms, and our own after them.
std::vector<const rv_mechanism*> collect(Math math, Isa isa) {
    check_supported(isa);
    std::vector<const rv_mechanism*> all;
    for (const auto& variant : tables::variants) {
        if (variant.math != math || variant.isa != isa) continue;
        for (const auto function : variant.functions)
            std::ranges::copy(described_by(function), std::back_inserter(all));
    }
    return all;
}

std::span<const rv_mechanism* const> all_mechanisms(Math math, Isa isa) {
    if (math == Math::libm) {
        choose_exp_values();
        choose_pow_values();
    }
    static std::map<std::pair<Math, Isa>, std::vector<const rv_mechanism*>> known;
    auto& found = known[{math, isa}];
    if (found.empty()) found = collect(math, isa);
    return found;
}

}  // namespace

bool is_built(Isa isa) {
    return std::ranges::any_of(tables::variants, [&](const auto& variant) { return variant.isa == isa; });
}

std::span<const rv_mechanism* const> builtin_mechanisms(Math math, Isa isa) {
    const auto all = all_mechanisms(math, isa);
    return all.first(all.size() - tables::own_count);
}

std::span<const rv_mechanism* const> own_mechanisms(Math math, Isa isa) {
    return all_mechanisms(math, isa).last(tables::own_count);
}

bool is_built_in(const rv_mechanism& mechanism) {
    return std::ranges::any_of(tables::variants, [&](const auto& variant) {
        return std::ranges::any_of(variant.functions, [&](const auto function) {
            return std::ranges::find(described_by(function), &mechanism) != described_by(function).end();
        });
    });
}

}  // namespace ranvier::mechanisms
