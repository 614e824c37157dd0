#pragma once

#include <cstdint>
#include <unordered_map>

#include "engine/network/network.hpp"

namespace ranvier::engine {

/// Finds the gids of this rank's cells. A cell has the gid of its source of spikes: of a watched variable in one of its
/// sections, of a point process there, or of the artificial cell itself. Of several gids of a cell, the least counts.
/// Valid until gids, sources or sections change.
class CellGids {
  public:
    /// Both are needed only until sections or gids change.
    CellGids(const Network& network, const Model& model);

    /// The gid of the cell that has this target: a target in a section belongs to the cell of all connected sections.
    /// -1 if that cell has no gid.
    Gid gid_of(InstanceId target) const;

  private:
    const Model& model_;
    std::unordered_map<Section*, Gid> by_root_;
    std::unordered_map<std::uint64_t, Gid> by_instance_;
};

}  // namespace ranvier::engine
