#pragma once

#include <cstdint>

#include "engine/rule/gid_set.hpp"
#include "engine/rule/keyed_random.hpp"

namespace ranvier::engine {

/// How many connections a rule makes for each pair of cells that it connects.
struct Contacts {
    static constexpr double most = 10'000;

    bool is_poisson = false;  ///< or else always `mean`
    double mean = 1;

    bool is_one() const { return !is_poisson && mean == 1; }
    /// Throws std::invalid_argument unless `mean` is a whole number or, if drawn, any number of [0, most].
    void check() const;
    /// Those of the pair of this number onto a target.
    std::uint64_t of(const KeyedRandom& random, Gid target, std::uint64_t pair) const;
};

}  // namespace ranvier::engine
