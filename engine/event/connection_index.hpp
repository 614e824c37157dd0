#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace ranvier::engine {

/// The connections of each source and onto each target, built on first use.
///
/// Built in one pass over all connections [8 bytes a connection]; valid until a connection gets a new end. Removing
/// ends or connections does not change it: callers skip entries that no longer match. So freeing a network of n
/// connections costs one pass, not n.
class ConnectionIndex {
  public:
    /// `end` names, for each connection, its source or target, below `count`; larger values mean none.
    std::span<const std::uint32_t> of(std::uint32_t which, const std::vector<std::uint32_t>& end, std::size_t count);
    void forget() { is_built_ = false; }

  private:
    std::vector<std::uint32_t> first_, connections_;
    bool is_built_ = false;
};

}  // namespace ranvier::engine
