#pragma once

#include <span>
#include <vector>

#include "exchange/spike.hpp"

namespace ranvier::exchange {

/// The gids that a rank owns and those that it listens for, as `connect` was told.
class KnownGids {
  public:
    KnownGids() = default;
    KnownGids(std::span<const Gid> owned, std::span<const Gid> wanted);

    bool wants(Gid gid) const;

    /// Throws std::logic_error if the gid fires on `rank`, which does not own it.
    void require_owned(Gid gid, int rank) const;

  private:
    std::vector<Gid> owned_, wanted_;  // ascending
};

}  // namespace ranvier::exchange
