#pragma once

#include <cstdint>
#include <vector>

#include "exchange/spike.hpp"

namespace ranvier::engine {

using exchange::Gid;

/// Distinct gids in an order: a range, which takes no memory, or a list.
class GidSet {
  public:
    static constexpr std::uint32_t absent = 0xffffffff;

    GidSet() = default;
    /// first, first + 1, ... Throws std::invalid_argument unless 0 <= first and all gids are below 2^31 - 1.
    static GidSet range(Gid first, std::int64_t count);
    /// Throws std::invalid_argument if a gid is negative or occurs twice.
    static GidSet list(std::vector<Gid> gids);

    std::uint32_t size() const { return size_; }
    /// The gid at a position < size().
    Gid operator[](std::uint32_t position) const {
        return gids_.empty() ? first_ + static_cast<Gid>(position) : gids_[position];
    }
    /// The position of a gid; `absent` if it is not in the set. O(1) in a range, O(log n) in a list.
    std::uint32_t position(Gid gid) const;
    bool contains(Gid gid) const { return position(gid) != absent; }
    /// All gids are below it.
    Gid end() const {
        return size_ == 0 ? 0 : gids_.empty() ? first_ + static_cast<Gid>(size_) : gids_[ascending_.back()] + 1;
    }
    /// Whether the set is a range.
    bool is_range() const { return gids_.empty(); }

  private:
    Gid first_ = 0;
    std::uint32_t size_ = 0;
    std::vector<Gid> gids_;
    std::vector<std::uint32_t> ascending_;  // positions by gid
};

}  // namespace ranvier::engine
