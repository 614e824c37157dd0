#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "exchange/spike.hpp"

namespace ranvier::exchange {

/// Gids in ascending order, of which each has its places among all. A gid is found, or found not to be there, in two reads
/// of memory, where gids lie evenly.
///
/// Gids are divided into ranges of 2^shift with about eight gids each; of a gid only the lower bits are kept.
///
/// Memory [bytes]: 2 for each gid, 4 for each range, and at most 128 KiB more.
class SortedGids {
  public:
    SortedGids() : SortedGids(std::span<const Gid>{}) {}
    /// `ascending`: >= 0; a gid may be there many times.
    explicit SortedGids(std::span<const Gid> ascending) {
        const std::size_t last = ascending.empty() ? 0 : static_cast<std::size_t>(ascending.back());
        while (shift_ < most_bits && last >> shift_ > ascending.size() / gids_of_range) ++shift_;
        first_.assign((last >> shift_) + 2, 0);
        lower_.reserve(ascending.size());
        for (const Gid gid : ascending) {
            ++first_[range_of(gid) + 1];
            lower_.push_back(static_cast<std::uint16_t>(gid));
        }
        for (std::size_t r = 0; r + 1 < first_.size(); ++r) first_[r + 1] += first_[r];
    }

    std::size_t size() const { return lower_.size(); }
    /// The places of a gid: from `begin` to `end` - 1.
    struct Places {
        std::size_t begin, end;
    };
    Places find(Gid gid) const {
        const std::size_t range = range_of(gid);
        if (gid < 0 || range + 1 >= first_.size()) return {0, 0};
        const auto begin = lower_.begin() + first_[range], end = lower_.begin() + first_[range + 1];
        const auto [first, behind] = std::equal_range(begin, end, static_cast<std::uint16_t>(gid));
        return {static_cast<std::size_t>(first - lower_.begin()), static_cast<std::size_t>(behind - lower_.begin())};
    }
    bool contains(Gid gid) const {
        const Places places = find(gid);
        return places.begin < places.end;
    }
    /// Calls act(place, gid) for each place, in order.
    template <class Act>
    void for_each(Act&& act) const {
        for (std::size_t range = 0; range + 1 < first_.size(); ++range) {
            for (std::size_t k = first_[range]; k < first_[range + 1]; ++k) {
                const std::size_t upper = (range << shift_) & ~std::size_t{0xffff};
                act(k, static_cast<Gid>(upper | lower_[k]));
            }
        }
    }
    std::size_t bytes() const {
        return lower_.capacity() * sizeof(std::uint16_t) + first_.capacity() * sizeof(std::uint32_t);
    }

  private:
    static constexpr int most_bits = 16;             // of a gid that are kept
    static constexpr std::size_t gids_of_range = 8;  // on average

    std::size_t range_of(Gid gid) const { return static_cast<std::size_t>(gid) >> shift_; }

    int shift_ = 0;
    std::vector<std::uint32_t> first_;  // by range: the first place; one more at the end
    std::vector<std::uint16_t> lower_;  // by place: the lower bits of the gid
};

}  // namespace ranvier::exchange
