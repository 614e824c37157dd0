#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "engine/rule/keyed_random.hpp"

namespace ranvier::engine {

/// A small set of numbers, for choosing different ones.
class Chosen {
  public:
    /// Empties the set; it will take up to `count` numbers.
    void reset(std::uint64_t count) { slots_.assign(std::bit_ceil(2 * count + 1), 0); }
    /// Whether the number is new.
    bool insert(std::uint64_t number) {
        const std::uint64_t mask = slots_.size() - 1;
        for (std::uint64_t at = (number * 0x9e3779b97f4a7c15) >> 32 & mask;; at = (at + 1) & mask) {
            if (slots_[at] == number + 1) return false;
            if (slots_[at] != 0) continue;
            slots_[at] = number + 1;
            return true;
        }
    }

    bool contains(std::uint64_t number) const {
        const std::uint64_t mask = slots_.size() - 1;
        for (std::uint64_t at = (number * 0x9e3779b97f4a7c15) >> 32 & mask; slots_[at] != 0; at = (at + 1) & mask) {
            if (slots_[at] == number + 1) return true;
        }
        return false;
    }

  private:
    std::vector<std::uint64_t> slots_;  // number + 1; 0: free
};

/// Calls act(k) for `count` different numbers of [0, n), by the draws of `sequence`, which must be a RandomSequence.
template <class Sequence, class Act>
void choose(std::uint32_t n, std::uint64_t count, Sequence& sequence, Chosen& chosen, Act&& act) {
    const bool leaves_few = count > n / 2;
    const std::uint64_t drawn = leaves_few ? n - count : count;
    chosen.reset(drawn);
    for (std::uint64_t k = 0; k < drawn;) {
        const std::uint32_t one = below(n, sequence.next());
        if (!chosen.insert(one)) continue;
        ++k;
        if (!leaves_few) act(one);
    }
    if (!leaves_few) return;
    for (std::uint32_t k = 0; k < n; ++k) {
        if (!chosen.contains(k)) act(k);
    }
}

}  // namespace ranvier::engine
