#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ranvier::engine {

/// The connections of each source or onto each target, by number, built on first use.
///
/// Memory [bytes]: 4 per connection and 4 per end; valid until a connection gets a new source or target. Removing ends
/// or connections leaves the index unchanged: callers skip entries that no longer match. Freeing a network of n
/// connections therefore takes one pass, not n.
class ConnectionIndex {
  public:
    bool is_built() const { return is_built_; }
    /// `end[n]` is the source or target of connection n, below `count`; larger values mean none.
    void build(std::span<const std::uint32_t> end, std::size_t count);
    /// The connections of source (or target) `which`, in order of creation. Precondition: is_built().
    std::span<const std::uint32_t> of(std::uint32_t which) const;
    void forget();

  private:
    std::vector<std::uint32_t> first_, connections_;
    bool is_built_ = false;
};

}  // namespace ranvier::engine
