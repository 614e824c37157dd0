#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "exchange/spike.hpp"

namespace ranvier::engine {

using exchange::Gid;

/// Distinct gids in an order: a range or a range with a gap, which take no memory, or a list.
class GidSet {
  public:
    static constexpr std::uint32_t absent = 0xffffffff;

    GidSet() = default;
    /// first, first + 1, ... Throws std::invalid_argument unless 0 <= first and all gids are below 2^31 - 1.
    static GidSet range(Gid first, std::int64_t count);
    /// This range without the gids first, ..., first + count - 1. Throws std::invalid_argument if this is a list, or has
    /// a gap and would have two.
    GidSet without(Gid first, std::int64_t count) const;
    /// Throws std::invalid_argument if a gid is negative or occurs twice.
    static GidSet list(std::vector<Gid> gids);

    std::uint32_t size() const { return size_; }
    /// The gid at a position < size().
    Gid operator[](std::uint32_t position) const {
        if (!gids_.empty()) return gids_[position];
        return first_ + static_cast<Gid>(position < gap_at_ ? position : position + gap_);
    }
    /// The position of a gid; `absent` if it is not in the set. O(1) in a range, with or without a gap, O(log n) in a list.
    std::uint32_t position(Gid gid) const {
        if (!gids_.empty()) return position_in_list(gid);
        if (gid < first_ || gid - first_ >= static_cast<std::int64_t>(size_) + gap_) return absent;
        const auto place = static_cast<std::uint32_t>(gid - first_);
        if (place < gap_at_) return place;
        return place - gap_at_ < gap_ ? absent : place - gap_;
    }
    bool contains(Gid gid) const { return position(gid) != absent; }
    /// All gids are below it.
    Gid end() const { return size_ == 0 ? 0 : gids_.empty() ? (*this)[size_ - 1] + 1 : gids_[ascending_.back()] + 1; }
    /// The fewest ranges [first, last + 1) with these gids, ascending.
    std::vector<std::pair<Gid, Gid>> ranges() const;
    /// Whether the set is a range without a gap.
    bool is_range() const { return gids_.empty() && gap_ == 0; }

  private:
    std::uint32_t position_in_list(Gid gid) const;

    Gid first_ = 0;
    std::uint32_t size_ = 0;
    std::uint32_t gap_at_ = absent, gap_ = 0;  // gids that are left out, and the position at which they would begin
    std::vector<Gid> gids_;
    std::vector<std::uint32_t> ascending_;  // positions by gid
};

}  // namespace ranvier::engine
