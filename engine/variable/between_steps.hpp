#pragma once

#include <functional>
#include <utility>

#include "engine/hooks/hooks.hpp"
#include "engine/run/intervals.hpp"
#include "engine/run/run_tables.hpp"
#include "engine/variable/integrators.hpp"
#include "engine/variable/metered_advance.hpp"

namespace ranvier::engine {

/// The work between variable steps: runs script statements, takes samples out, shows progress; then updates tables and
/// integrators after changes by scripts.
class BetweenSteps {
  public:
    /// All arguments must outlive this object.
    BetweenSteps(RunTables& tables, Intervals& intervals, Hooks& hooks, Integrators& integrators)
        : tables_(tables), intervals_(intervals), hooks_(hooks), integrators_(integrators) {}

    /// How far the run is within an advance, if that is not the model's t [ms].
    void set_time(std::function<double()> time) { time_ = std::move(time); }

    /// Meters an advance as long as the returned object exists. `phase`: of what is not measured apart.
    MeteredAdvance metered(Phase phase) {
        return {tables_.model(), intervals_.meter(), phase, !hooks_.interruptions().is_prompt()};
    }
    /// A part of an advance ends.
    void lap(Phase phase) { intervals_.meter().clock.lap(phase); }
    /// Begins an advance. `by_step`: the advance takes one step.
    void begin(bool by_step);
    /// Ends an advance: all variables get their values at the model's t.
    void end();
    /// To be called if the advance fails, at t [ms].
    void set_t(double t) { tables_.model().t = t; }
    /// Passes the spikes fired so far to the raster.
    void keep_raster() { tables_.relay().flush_raster(tables_.model().t); }

    /// Time of the next statement [ms]; infinity if there is none.
    double next_statement() const { return hooks_.events().next(); }
    /// Time of the next event without a statement, which ends the advance [ms].
    double next_end() const { return hooks_.events().next_without_statement(); }
    bool has_statements() const { return !hooks_.events().empty(); }
    void run_statements(double til);

    /// Counts a step; returns whether the advance ends here.
    bool stops();
    /// Whether an event without a statement has ended the advance (docs: "CVode.event").
    bool ends_at_event() const { return ends_at_event_; }
    bool stop_requested() const { return hooks_.stop_requested(); }
    Interruptions& interruptions() { return hooks_.interruptions(); }

  private:
    void prepare();
    void do_what_is_asked();
    RunTables& tables_;
    Intervals& intervals_;
    Hooks& hooks_;
    Integrators& integrators_;
    std::function<double()> time_ = [this] { return tables_.model().t; };
    bool by_step_ = false, ends_at_event_ = false;
};

}  // namespace ranvier::engine
