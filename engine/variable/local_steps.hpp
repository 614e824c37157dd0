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

/// Variable steps of each cell separately (Lytton & Hines 2005, Neural Comput. 17:903-921), on any number of ranks.
///
/// The cell that is furthest behind always advances next, unless an event comes first. An event therefore finds each
/// cell within its last step or at its beginning, and each cell depends only on its own events. Ranks exchange spikes
/// at times before which no further spike can arrive. Cells do not stop at these times: a step may go beyond, and an
/// event takes the cell back.
class LocalSteps {
  public:
    /// All arguments must outlive this object. Follows the creation and deletion of integrators.
    LocalSteps(RunTables& tables, Intervals& intervals, Integrators& integrators, BetweenSteps& between);

    /// Advances all cells on all ranks to tout [ms]. Collective.
    exchange::Task<void> advance(double tout);
    /// Advances one cell by one step, on one rank.
    void advance_by_step();
    /// To be called when the times of all integrators have changed.
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
    exchange::Task<bool> ends_at(double t, bool may_stop);
    /// Returns whether the advance ends here.
    bool advance_before(double til);
    bool advance_to(double end);
    void stop_at(double end);

    RunTables& tables_;
    Intervals& intervals_;
    Integrators& integrators_;
    BetweenSteps& between_;
    TimeOrder cells_;                         // integrators, by time
    TimeOrder events_;                        // blocks, by the time of their next event
    QueueChanges changed_;                    // blocks whose queues have changed since events_ was updated
    std::vector<CacheLines> memory_of_cell_;  // by integrator; empty if all is near
};

}  // namespace ranvier::engine
