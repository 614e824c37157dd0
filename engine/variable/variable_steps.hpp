#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/run/variable_settings.hpp"
#include "exchange/task.hpp"

namespace ranvier::engine {

class BetweenSteps;
class EventRun;
class GlobalSteps;
class Hooks;
class Integrators;
class Intervals;
class LocalSteps;
class RunTables;
class VariableRun;
struct ListedStates;

/// Variable steps (docs: "CVode"): the settings that a script makes, and how a run advances while they are active: by steps
/// of all cells together or of each cell separately (VariableRun) or, with artificial cells only, from event to event
/// (EventRun).
///
/// Each value of VariableSettings::version has separate integrators.
class VariableSteps {
  public:
    /// All arguments must outlive this object.
    VariableSteps(RunTables& tables, Intervals& intervals, Hooks& hooks, VariableSettings& settings);
    ~VariableSteps();

    VariableSettings& settings() { return settings_; }
    /// Whether the next step would be variable.
    bool are_taken() const;
    /// Whether they are active and there are only artificial cells: time goes from event to event.
    bool go_by_events() const;
    /// CVode.re_init(): the next step restarts from the current states; counters become 0. Does nothing before a run has
    /// begun, or if the next step is fixed.
    void restart();
    /// The integrators, one for all cells or one per cell, which it creates if needed, and their states in the order in
    /// which scripts see them. Valid until the structure changes.
    const std::vector<ListedStates>& listed();

    // --- for the run ------------------------------------------------------------------------------------------------
    /// Advances to tout [ms], or by one step. Either are_taken or go_by_events. Collective.
    exchange::Task<void> advance(std::optional<double> tout);
    /// Runs the statements of CVode.event that are due by `til` [ms].
    void run_statements(double til);
    /// Deletes the integrators: a new run begins.
    void release();

  private:
    exchange::Task<void> advance_by_events(std::optional<double> tout);

    RunTables& tables_;
    Intervals& intervals_;
    const Hooks& hooks_;
    VariableSettings& settings_;
    // In order of dependence: parts refer to earlier ones.
    std::unique_ptr<Integrators> integrators_;
    std::unique_ptr<BetweenSteps> between_;
    std::unique_ptr<GlobalSteps> global_;
    std::unique_ptr<LocalSteps> local_;
    std::unique_ptr<VariableRun> run_;
    std::unique_ptr<EventRun> events_;
};

}  // namespace ranvier::engine
