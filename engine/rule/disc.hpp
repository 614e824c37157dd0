#pragma once

#include <cstdint>

#include "engine/rule/keyed_random.hpp"

namespace ranvier::engine {

struct InDisc {
    double u, v, square;  ///< u^2 + v^2, in (0, 1)
};

/// A random point in the disc of radius 1, with uniform density, by rejection: a sine and a cosine differ between C libraries.
/// Uses the pairs with the indices `next`, next + 1, ... and leaves `next` behind them.
inline InDisc in_unit_disc(const KeyedRandom& random, Use use, std::uint32_t subject, std::uint64_t& next) {
    for (;;) {
        const auto pair = random.pair(use, subject, next++);
        const double u = 2 * unit_interval(pair.word[0]) - 1, v = 2 * unit_interval(pair.word[1]) - 1;
        const double square = u * u + v * v;
        if (square > 0 && square < 1) return {u, v, square};
    }
}

}  // namespace ranvier::engine
