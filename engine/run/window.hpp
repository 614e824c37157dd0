#pragma once

#include <cstdint>

#include "engine/run/block_threads.hpp"
#include "engine/run/fixed_step.hpp"
#include "engine/run/hooks.hpp"
#include "engine/run/run_tables.hpp"
#include "exchange/task.hpp"

namespace ranvier::engine {

/// A window: some fixed steps in which no block needs to know what another one does. Each block takes all of them in
/// one go, while it lies in the cache; then the next.
///
/// Where something must run in each step (statements at spikes, hooks, values that only a function can read) or values
/// travel between cells (gap junctions), a window is one step, and all blocks take each part of it together.
class Window {
  public:
    /// All outlive it.
    Window(RunTables& tables, FixedStep& step, BlockThreads& threads, Hooks& hooks)
        : tables_(tables), step_(step), threads_(threads), hooks_(hooks) {}

    /// Whether something must run on the run's thread in each step.
    bool looks_at_each_step() const;
    bool is_one_step() const { return looks_at_each_step() || tables_.transfers().active(); }

    /// All blocks take `steps` steps, 1 if is_one_step. The model's own t stays.
    void run(std::int64_t steps);
    /// The same where values travel between cells: one step. Collective.
    exchange::Task<void> run_transferring();

  private:
    void run_alone(std::int64_t steps);
    void run_on_threads(std::int64_t steps);
    void run_together();
    template <class Act>
    void for_each_block(Act act);

    RunTables& tables_;
    FixedStep& step_;
    BlockThreads& threads_;
    Hooks& hooks_;
};

}  // namespace ranvier::engine
