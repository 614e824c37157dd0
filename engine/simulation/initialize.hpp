#pragma once

#include <optional>

#include "engine/run/intervals.hpp"
#include "engine/run/run_tables.hpp"
#include "engine/state/snapshot.hpp"
#include "engine/variable/variable_steps.hpp"
#include "exchange/task.hpp"

namespace ranvier::engine {

/// finitialize(v): begins a run at time 0, in the order of NEURON's nrn_finitialize. Without a voltage, v keeps its values.
/// Collective. All arguments must outlive the task.
exchange::Task<void> initialize(RunTables& tables, Intervals& intervals, Hooks& hooks, VariableSteps& variable_steps,
                                Snapshots& snapshots, std::optional<double> v_mV);

/// For a script that advances before any finitialize: the ranks agree, and the first interval begins. Collective.
exchange::Task<void> begin_without_initialize(RunTables& tables, ExchangeClock& clock, Hooks& hooks);

/// Takes a sample of each step's records; BEFORE STEP blocks run before, as in NEURON.
void record_now(RunTables& tables);

}  // namespace ranvier::engine
