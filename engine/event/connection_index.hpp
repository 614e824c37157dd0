#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace ranvier::engine {

/// The connections of each source and onto each target, built on first use.
///
/// Built in one pass over all connections (8 bytes per connection); valid until a connection gets a new source or
/// target. Removing ends or connections leaves the index unchanged: callers skip entries that no longer match. Freeing
/// a network of n connections therefore takes one pass, not n.
class ConnectionIndex {
  public:
    /// Returns the connections of source (or target) `which`. `end[k]` is the source (or target) of connection k, below
    /// `count`; larger values mean none.
    std::span<const std::uint32_t> of(std::uint32_t which, const std::vector<std::uint32_t>& end, std::size_t count);
    void forget() { is_built_ = false; }

  private:
    std::vector<std::uint32_t> first_, connections_;
    bool is_built_ = false;
};

}  // namespace ranvier::engine
