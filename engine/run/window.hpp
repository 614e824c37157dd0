#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "engine/hooks/hooks.hpp"
#include "engine/run/block_threads.hpp"
#include "engine/run/fixed_step.hpp"
#include "engine/run/phase_clock.hpp"
#include "engine/run/run_tables.hpp"
#include "engine/run/thread_choice.hpp"
#include "engine/storage/cache_lines.hpp"
#include "exchange/task.hpp"

namespace ranvier::engine {

/// A window: a number of fixed steps in which no block depends on another one. Each block takes all steps of the window
/// at once, while its data are in the cache; then the next block follows.
///
/// If something must run in each step (statements at spikes, hooks, values that only a function can read) or values
/// travel between cells (gap junctions), a window is one step, and all blocks take each part of the step together.
class Window {
  public:
    /// All arguments must outlive this object.
    Window(RunTables& tables, BlockThreads& threads, Hooks& hooks, PhaseClock& clock)
        : tables_(tables),
          step_(tables.model(), tables.delivery(), tables.player(), tables.relay(), hooks.interruptions()),
          threads_(threads),
          hooks_(hooks),
          clock_(clock),
          choice_(static_cast<Ticks>(1e-3 / std::max(seconds_per_tick(), 1e-12))) {}

    /// Whether something must run on the run's thread in each step.
    bool looks_at_each_step() const;
    bool is_one_step() const { return looks_at_each_step() || tables_.transfers().active(); }

    /// Advances all blocks by `steps` steps (1 if is_one_step). Does not change the model's own t. All time is counted.
    void run(std::int64_t steps);
    /// Advances all blocks by one step in which values travel between cells. Collective.
    exchange::Task<void> run_transferring();

  private:
    void run_alone(std::int64_t steps);
    void run_on_threads(std::int64_t steps);
    void run_together();
    template <class Act>
    void for_each_block(Act act);
    template <class Act>
    void run_timed(std::int64_t steps, Act act, const std::function<void()>& while_waiting = nullptr);
    template <class Act>
    void run_timed_there(Act act, const std::function<void()>& while_waiting);
    template <class Act>
    void run_timed_here(Act act);
    void run_hooks();
    void run_state_hooks();
    void record_slow();
    exchange::Task<void> transfer();

    RunTables& tables_;
    FixedStep step_;
    BlockThreads& threads_;
    Hooks& hooks_;
    PhaseClock& clock_;

    /// When a thread was busy in a part of a window.
    struct alignas(CacheLines::bytes_of_line) Busy {
        Ticks first = 0, last = 0;
    };
    std::vector<Busy> busy_;  // by thread
    ThreadChoice choice_;
};

}  // namespace ranvier::engine
