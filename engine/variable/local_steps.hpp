#pragma once

#include <cstdint>
#include <vector>

#include "engine/run/intervals.hpp"
#include "engine/run/run_tables.hpp"
#include "engine/storage/cache_lines.hpp"
#include "engine/variable/between_steps.hpp"
#include "engine/variable/integrators.hpp"
#include "engine/variable/time_order.hpp"
#include "exchange/task.hpp"

namespace ranvier::engine {

/// Variable steps of each cell alone (Lytton & Hines 2005, Neural Comput. 17:903-921), on any number of ranks.
///
/// The cell that is furthest behind always advances, unless an event comes first. So an event finds each cell within
/// its last step or at its beginning, and what a cell does depends on its own events alone. Ranks exchange spikes at
/// times before which nothing can arrive any more. No cell stops there: a step may lead beyond, and an event takes the
/// cell back.
class LocalSteps {
  public:
    /// All outlive it. Follows the integrators' life.
    LocalSteps(RunTables& tables, Intervals& intervals, Integrators& integrators, BetweenSteps& between);

    /// All cells up to tout [ms], on all ranks. Collective.
    exchange::Task<void> advance(double tout);
    /// One step of one cell, on one rank.
    void advance_by_step();
    /// The times of all integrators have changed.
    void note_times();
    /// The time of the cell, or of the event, that is furthest behind [ms].
    double first_time();

  private:
    void order();
    void note_time(std::uint32_t k);
    void forget();
    void list_memory_of_cells();
    void order_events();
    double next_event();
    void deliver_first();
    void microstep();
    void end_window();
    exchange::Task<double> agree_on_end(double tout);
    double next_meeting(double end) const;
    /// Returns whether the advance ends here.
    bool advance_before(double til);
    bool advance_to(double end);
    void stop_at(double end);

    RunTables& tables_;
    Intervals& intervals_;
    Integrators& integrators_;
    BetweenSteps& between_;
    TimeOrder cells_;                         // by time: integrators
    TimeOrder events_;                        // blocks by their next event
    QueueChanges changed_;                    // blocks, since events_ knows
    std::vector<CacheLines> memory_of_cell_;  // by integrator; empty if all is near
};

}  // namespace ranvier::engine
