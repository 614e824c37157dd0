#pragma once

#include <memory>

#include "engine/run/hooks.hpp"
#include "engine/run/intervals.hpp"
#include "engine/run/run_tables.hpp"
#include "engine/state/saved_state.hpp"

namespace ranvier::engine {

/// What the run has changed up to now on this rank; no spike is on its way within the exchange (docs: "SaveState").
std::shared_ptr<const SavedState> save_state(RunTables& tables, const Hooks& hooks);

/// Brings it back, without its pending events, weights and plays unless `events_too`. Throws std::runtime_error, before
/// anything has changed, if sections, mechanisms, instances or NetCons are not those that were saved.
void restore_state(const SavedState& saved, bool events_too, RunTables& tables, Intervals& intervals, Hooks& hooks);

}  // namespace ranvier::engine
