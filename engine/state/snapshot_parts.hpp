#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/run/run_tables.hpp"
#include "engine/state/cell_index.hpp"
#include "engine/state/snapshot.hpp"

namespace ranvier::engine {

/// Finds parts of snapshots that belong to ranks. If cells have moved to other ranks, a part is used only if all ranks
/// have saved the same content.
class PartFinder {
  public:
    explicit PartFinder(const SnapshotSet& from);
    /// Null if no rank has the part.
    const Bytes* find(const std::string& name, bool travels) const;
    /// The part from each rank that has it.
    std::span<const Bytes* const> all(const std::string& name) const;
    /// Throws StateError if there is none.
    const Bytes& need(const std::string& name) const;

  private:
    const SnapshotSet& from_;
    std::unordered_map<std::string, std::vector<const Bytes*>> by_name_;
};

/// Save and restore the contents of Vectors that record variables or spikes.
void save_recorded(RunTables& tables, const CellIndex& index, RankSnapshot& snapshot);
void restore_recorded(RunTables& tables, const CellIndex& index, const SnapshotSet& from);

}  // namespace ranvier::engine
