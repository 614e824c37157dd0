#pragma once

#include <memory>

#include "engine/state/saved_state.hpp"
#include "engine/state/snapshot.hpp"

namespace ranvier::engine {

/// Saves what the run has changed on this rank; no spike may be in flight within the exchange (docs: "SaveState").
std::shared_ptr<const SavedState> save_state(Snapshots& run);

/// Restores a saved state; its pending events, weights and plays only if `events_too`. Throws std::runtime_error,
/// before changing anything, if sections, mechanisms, instances or NetCons differ from the saved ones.
void restore_state(const SavedState& saved, bool events_too, Snapshots& run);

}  // namespace ranvier::engine
