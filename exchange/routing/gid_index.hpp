#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "exchange/spike.hpp"

namespace ranvier::exchange {

/// Maps the gids of a set to numbers, usually in one probe of a flat hash: 8 bytes per slot, at most two thirds of the
/// slots occupied.
class GidIndex {
  public:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    GidIndex() : GidIndex(0) {}

    /// Room for `most` gids.
    explicit GidIndex(std::size_t most) {
        const std::size_t slots = std::bit_ceil(most + most / 2 + 2);
        shift_ = 64 - std::countr_zero(slots);
        slots_.resize(slots);
    }

    /// The number of a gid. A new gid is inserted with the number `none`; there must be room for it. The reference
    /// stays valid.
    std::uint32_t& operator[](Gid gid) {
        std::size_t at = home(gid);
        while (slots_[at].gid != gid && slots_[at].gid != empty) at = next(at);
        slots_[at].gid = gid;
        return slots_[at].number;
    }

    /// `none` for a gid that is not in the set.
    std::uint32_t find(Gid gid) const {
        std::size_t at = home(gid);
        while (slots_[at].gid != gid) {
            if (slots_[at].gid == empty) return none;
            at = next(at);
        }
        return slots_[at].number;
    }

  private:
    static constexpr Gid empty = -1;  // no source's gid is negative

    struct Slot {
        Gid gid = empty;
        std::uint32_t number = none;
    };

    /// Spreads neighbors far apart (Knuth, The Art of Computer Programming 3, 6.4: multiplicative hashing).
    std::size_t home(Gid gid) const { return static_cast<std::uint32_t>(gid) * 0x9E3779B97F4A7C15u >> shift_; }
    std::size_t next(std::size_t at) const { return (at + 1) & (slots_.size() - 1); }

    int shift_;
    std::vector<Slot> slots_;
};

}  // namespace ranvier::exchange
