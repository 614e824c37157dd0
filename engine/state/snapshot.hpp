#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/hooks/hooks.hpp"
#include "engine/run/intervals.hpp"
#include "engine/run/run_tables.hpp"
#include "engine/state/cell_state.hpp"
#include "engine/state/rank_snapshot.hpp"

namespace ranvier::engine {

/// Keeps state of a run outside the engine: random streams of scripts.
class StateKeeper {
  public:
    virtual ~StateKeeper() = default;
    /// Called when a run starts (finitialize): later changes belong to that run.
    virtual void begin() = 0;
    virtual std::vector<RankSnapshot::Part> save() = 0;
    /// Finds a part by name; null if there is none. Throws StateError if ranks saved different parts of that name.
    using Find = std::function<const Bytes*(const std::string& name, bool travels)>;
    virtual void restore(const Find& find) = 0;
};

/// The part of a state to save or restore.
struct SnapshotScope {
    /// True: only cells with gids, spikes in flight, and t, as in NEURON's BBSaveState: restoring changes neither
    /// parameters (except those of mechanisms with NET_RECEIVE) nor recorded Vectors. False: everything.
    bool cells_alone = false;
    std::vector<InstanceId> ignored = {};     ///< point processes to leave out
    std::vector<std::uint32_t> without = {};  ///< numbers of cells (CellIndex) not to save, ascending
    bool of_replay = false;                   ///< the run may be a replay; its idle cells are not as in the whole run
};

/// Snapshots taken at one time: only this rank's, or those of all ranks that saved, whose number may differ
/// from the present one.
struct SnapshotSet {
    std::vector<RankSnapshot> ranks;
    bool is_own = false;
};

/// Takes snapshots of this rank's part of a run, and restores its state from them.
class Snapshots {
  public:
    /// All arguments must outlive this object.
    Snapshots(RunTables& tables, Intervals& intervals, Hooks& hooks)
        : tables_(tables), intervals_(intervals), hooks_(hooks) {}

    /// Adds an owner of state outside the engine.
    void add_keeper(std::shared_ptr<StateKeeper> keeper) { keepers_.push_back(std::move(keeper)); }
    /// To be called when a run begins (finitialize).
    void begin_run();
    /// The number of runs that have begun.
    std::uint64_t runs() const { return runs_; }
    void count_run() { ++runs_; }

    /// Throws StateError, with the reason, if the run has state that a snapshot cannot hold.
    void check_can_be_saved(const SnapshotScope& scope = {}) const;
    /// This rank's state. No spike may be in flight within the exchange.
    RankSnapshot take(const SnapshotScope& scope = {});
    /// Whether the snapshot holds exactly the cells of this rank.
    bool holds_cells_of(const RankSnapshot& snapshot);
    /// Restores the state; returns the number of cells with gids. Throws StateError, naming the difference, if the
    /// model is not the saved one; some values may have changed by then.
    std::size_t restore(const SnapshotSet& from, const SnapshotScope& scope = {});
    /// The gids that name the cells of this rank.
    std::vector<Gid> gids_of_cells(const SnapshotScope& scope);

    RunTables& tables() { return tables_; }
    Intervals& intervals() { return intervals_; }
    Hooks& hooks() { return hooks_; }

  private:
    std::vector<RankSnapshot::Flying> flying_spikes(std::span<const SpikeUnderWay> spikes);
    void check_names(const CellIndex& index) const;
    std::vector<bool> cells_of_network(const CellIndex& index) const;
    void add_flying(const SnapshotSet& from, std::vector<PendingEvent>& events) const;
    void restore_events(const SnapshotSet& from, const SnapshotScope& scope, CellStates& states);

    RunTables& tables_;
    Intervals& intervals_;
    Hooks& hooks_;
    std::vector<std::shared_ptr<StateKeeper>> keepers_;
    std::uint64_t runs_ = 0;
};

}  // namespace ranvier::engine
