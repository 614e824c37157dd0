#pragma once

#include <memory>

#include "engine/run/hooks.hpp"
#include "engine/run/intervals.hpp"
#include "engine/run/run_tables.hpp"
#include "engine/state/saved_state.hpp"

namespace ranvier::engine {

/// Saves what the run has changed on this rank; no spike may be in flight within the exchange (docs: "SaveState").
std::shared_ptr<const SavedState> save_state(RunTables& tables, const Hooks& hooks);

/// Restores a saved state; its pending events, weights and plays only if `events_too`. Throws std::runtime_error,
/// before changing anything, if sections, mechanisms, instances or NetCons differ from the saved ones.
void restore_state(const SavedState& saved, bool events_too, RunTables& tables, Intervals& intervals, Hooks& hooks);

}  // namespace ranvier::engine
