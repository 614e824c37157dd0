#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/rule/distribution.hpp"

namespace ranvier::engine {

/// Which of the synapses of its target cell each of a rule's connections goes to.
struct Pick {
    enum class Kind : std::uint8_t {
        number,   ///< that of this number: the same for all connections, or one of an array for each
        uniform,  ///< each with the same probability
        own       ///< connection k to synapse k: each has its own
    };
    Kind kind = Kind::number;
    Distribution number;  ///< a constant or values; synapses are counted from 0

    /// Whether all connections go to the first synapse.
    bool is_first() const {
        return kind == Kind::number && number.kind == Distribution::Kind::constant && number.a == 0;
    }
    /// Throws std::invalid_argument unless `number` consists of whole numbers >= 0.
    void check() const;
    /// The synapses of the connections k[0], k[1], ... onto `target`, which has `synapses` of them. `first`: the place of
    /// connection 0 among the values of an array. Throws std::invalid_argument if it lacks one of them.
    void draw(const KeyedRandom& random, Gid target, std::uint32_t synapses, std::span<const std::uint32_t> k,
              std::size_t first, std::span<std::uint32_t> to) const;
};

}  // namespace ranvier::engine
