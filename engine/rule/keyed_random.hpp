#pragma once

// Philox needs no SSE, and <x86intrin.h> would add a second to each compilation.
#define R123_USE_SSE 0
#define R123_USE_X86INTRIN_H 0
#include <Random123/philox.h>

#include <array>
#include <cstdint>

#include "engine/rule/lanes.hpp"

namespace ranvier::engine {

/// What a random number of a rule is for; each use has streams that are independent of the others.
enum class Use : std::uint8_t {
    source,
    split,
    weight,
    delay,
    parameter,
    position,
    rotation,
    pick,
    place,                   ///< of a synapse that is made
    contacts,                ///< of a pair of cells
    neighbor,                ///< whether a pair is connected, by the gid of its source
    synapse_parameter = 64,  ///< that of the next parameter follows, and so on
    second_weight = 128      ///< that of the third weight follows, and so on
};

/// Of weight w of a connection, counted from 0.
inline Use use_of_weight(std::uint32_t w) {
    return w == 0 ? Use::weight : static_cast<Use>(static_cast<std::uint32_t>(Use::second_weight) + w - 1);
}

/// Of parameter p of a synapse that is made, counted from 0.
inline Use use_of_synapse_parameter(std::size_t p) {
    return static_cast<Use>(static_cast<std::size_t>(Use::synapse_parameter) + p);
}

/// Random numbers that depend on nothing but their key: a seed, the rule's number, a use, a subject (the gid of a target
/// or source) and an index. So every rank can draw those of its targets, and no others.
///
/// Source: Philox 4x32-10 of Salmon et al. 2011, "Parallel random numbers: as easy as 1, 2, 3" (SC11).
class KeyedRandom {
  public:
    KeyedRandom(std::uint64_t seed, std::uint32_t rule) {
        const std::uint64_t key = seed + rule * std::uint64_t{0x9e3779b97f4a7c15};
        key_ = {{static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32)}};
    }

    struct Pair {
        std::uint64_t word[2];
    };
    /// `attempt` < 2^24.
    Pair pair(Use use, std::uint32_t subject, std::uint64_t index, std::uint32_t attempt = 0) const {
        const r123::Philox4x32::ctr_type counter{{static_cast<std::uint32_t>(index),
                                                  static_cast<std::uint32_t>(index >> 32), subject,
                                                  static_cast<std::uint32_t>(use) << 24 | attempt}};
        const auto block = r123::Philox4x32{}(counter, key_);
        return {{std::uint64_t{block[1]} << 32 | block[0], std::uint64_t{block[3]} << 32 | block[2]}};
    }

    /// The first and second words of the pairs with these indices, whose upper halves are `upper`.
    void pairs(Use use, std::uint32_t subject, const Lanes<std::uint32_t>& index, std::uint32_t upper,
               Lanes<std::uint64_t>& first, Lanes<std::uint64_t>& second) const;

  private:
    r123::Philox4x32::key_type key_;
};

/// The numbers of one use and subject, one after another.
class RandomSequence {
  public:
    /// `part`: sequences of the same subject with different parts are independent.
    RandomSequence(const KeyedRandom& random, Use use, std::uint32_t subject, std::uint32_t part = 0)
        : random_(&random), use_(use), subject_(subject), part_(part) {}
    std::uint64_t next() {
        if (at_ == end_) draw_more();
        return words_[at_++];
    }

  private:
    void draw_more();

    const KeyedRandom* random_;
    Use use_;
    std::uint32_t subject_, part_;
    std::uint32_t next_pair_ = 0;
    std::uint32_t at_ = 0, end_ = 0;  // of the words that have been drawn
    std::array<std::uint64_t, 2 * lanes> words_;
};

/// A number of [0, n), each with probability 1/n to within n/2^64.
inline std::uint32_t below(std::uint32_t n, std::uint64_t word) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint32_t>(Wide{word} * n >> 64);
}

/// A number of (0, 1), a multiple of 2^-53 less 2^-54.
inline double unit_interval(std::uint64_t word) {
    return (static_cast<double>(word >> 11) + 0.5) * 0x1p-53;
}

}  // namespace ranvier::engine
