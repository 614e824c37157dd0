#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace ranvier::engine {

/// The connections of each source and onto each target, found when first asked for.
///
/// Built in one pass over all connections [8 bytes a connection]; holds until a connection gets a new end. Ends that
/// are taken away and connections that go leave it as it is: whoever asks skips what does not fit any more. So freeing
/// a network of n connections costs one pass, not n.
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
