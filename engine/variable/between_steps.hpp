#pragma once

#include "engine/run/hooks.hpp"
#include "engine/run/intervals.hpp"
#include "engine/run/run_tables.hpp"
#include "engine/variable/integrators.hpp"

namespace ranvier::engine {

/// What happens between variable steps: statements of scripts run, samples are taken out, progress is shown; then
/// tables and integrators are brought up to date with what a script may have changed.
class BetweenSteps {
  public:
    /// All outlive it.
    BetweenSteps(RunTables& tables, Intervals& intervals, Hooks& hooks, Integrators& integrators)
        : tables_(tables), intervals_(intervals), hooks_(hooks), integrators_(integrators) {}

    /// An advance begins. `by_step`: it takes one step.
    void begin(bool by_step);
    /// An advance has ended: every variable is that of the model's t.
    void end();
    /// The advance has ended with an error, at t [ms].
    void set_t(double t) { tables_.model().t = t; }
    /// Passes the spikes fired so far to the raster.
    void keep_raster() { tables_.relay().flush_raster(tables_.model().t); }

    /// When the next statement is due [ms]; infinity: never.
    double next_statement() const { return hooks_.events().next(); }
    /// When the next event without a statement is, which ends the advance [ms].
    double next_end() const { return hooks_.events().next_without_statement(); }
    bool has_statements() const { return !hooks_.events().empty(); }
    void run_statements(double til);

    /// Counts a step; returns whether the advance ends here.
    bool stops();
    /// An event without a statement has ended it (docs: "CVode.event").
    bool ends_at_event() const { return ends_at_event_; }
    bool stop_requested() const { return hooks_.stop_requested(); }

  private:
    RunTables& tables_;
    Intervals& intervals_;
    Hooks& hooks_;
    Integrators& integrators_;
    bool by_step_ = false, ends_at_event_ = false;
};

}  // namespace ranvier::engine
