#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "engine/run/rank_snapshot.hpp"
#include "engine/run/simulation.hpp"

namespace ranvier::engine {

/// Keeps what belongs to a run's state and the engine does not know of: random streams of scripts.
class StateKeeper {
  public:
    virtual ~StateKeeper() = default;
    /// A run begins (finitialize): what changes from now on belongs to it.
    virtual void begin() = 0;
    virtual std::vector<RankSnapshot::Part> save() = 0;
    /// A part by its name, null if there is none; throws StateError if ranks saved different ones.
    using Find = std::function<const Bytes*(const std::string& name, bool travels)>;
    virtual void restore(const Find& find) = 0;
};

/// Throws StateError, with the reason, if a run has what a snapshot can't hold.
void check_can_be_saved(Simulation::State& simulation);

/// What of a state is meant.
struct SnapshotScope {
    /// Cells with gids, spikes under way, and t, as NEURON's BBSaveState: what comes back leaves parameters (but those
    /// of mechanisms with NET_RECEIVE) and what Vectors have recorded as they are. Else all.
    bool cells_alone = false;
    std::vector<InstanceId> ignored;  ///< point processes
};

/// This rank's state. No spike is on its way within the exchange.
RankSnapshot take_snapshot(Simulation::State& simulation, const SnapshotScope& scope = {});

/// Snapshots of one moment: this rank's own alone, or those of all ranks, whose number may be another.
struct SnapshotSet {
    std::vector<RankSnapshot> ranks;
    bool is_own = false;
};

/// Whether the snapshot holds just the cells that live on this rank.
bool holds_cells_of(Simulation::State& simulation, const RankSnapshot& snapshot);

/// Brings the state back; returns the number of cells with gids. Throws StateError, naming what differs, if the model
/// is not the one that was saved; values may have changed then.
std::size_t restore_snapshot(Simulation::State& simulation, const SnapshotSet& from, const SnapshotScope& scope = {});

}  // namespace ranvier::engine
