#pragma once

#include <vector>

#include "engine/state/snapshot.hpp"
#include "exchange/task.hpp"

namespace ranvier::engine {

/// Moves spikes in flight within the exchange to the queues. Collective.
exchange::Task<void> settle_exchange(Snapshots& snapshots);

/// Snapshots for files of scripts (BBSaveState). Collective; throw StateError.
exchange::Task<RankSnapshot> save_cells(Snapshots& snapshots, const SnapshotScope& scope);
/// Spikes in flight may be in any rank's part of `from`.
exchange::Task<void> restore_cells(Snapshots& snapshots, SnapshotSet from, const SnapshotScope& scope);

/// One snapshot per cell; spikes in flight are stored with the cell that fired them, or the first one.
std::vector<RankSnapshot> split_by_cell(const RankSnapshot& snapshot);

}  // namespace ranvier::engine
