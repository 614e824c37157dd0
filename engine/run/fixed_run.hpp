#pragma once

#include <cstdint>

#include "engine/hooks/hooks.hpp"
#include "engine/run/intervals.hpp"
#include "engine/run/run_checkpoints.hpp"
#include "engine/run/run_tables.hpp"
#include "engine/run/window.hpp"
#include "exchange/task.hpp"

namespace ranvier::engine {

/// The run with fixed steps: windows of steps, and the work between windows.
///
/// A window ends where blocks or ranks must communicate or a script must run: at the next exchange boundary, after the
/// minimum delay between blocks, at a script event, or where a sample taker requires it. Between two windows, in this
/// order: spikes go to other blocks, recordings and the raster; at a boundary, ranks exchange spikes; script statements
/// run; a checkpoint is written if due or requested from outside; the run stops if requested.
class FixedRun {
  public:
    /// All arguments must outlive this object.
    FixedRun(RunTables& tables, Intervals& intervals, Window& window, Hooks& hooks)
        : tables_(tables), intervals_(intervals), window_(window), hooks_(hooks) {}

    /// Null: no checkpoints. `checkpoints` must outlive this object, or be replaced before it is destroyed.
    void set_checkpoints(RunCheckpoints* checkpoints) { checkpoints_ = checkpoints; }

    /// Takes `steps` steps. `ends_with_exchange`: as in psolve, all fired spikes have arrived when the advance ends,
    /// and Hooks::request_stop may end it early. Collective.
    exchange::Task<void> advance(std::int64_t steps, bool ends_with_exchange);

    /// Takes one step without a coroutine, whose frame and states would cost a small cell a tenth of its step. Does
    /// nothing and returns false where the step may have to wait or to write: with other ranks, checkpoints, transfers
    /// or a raster, at a boundary, or if step hooks may add such things.
    bool advance_at_once();

  private:
    ExchangeClock& clock() const { return intervals_.clock(); }
    PhaseClock& phases() const { return intervals_.meter().clock; }
    void prepare();
    void prepare_advance();
    bool may_wait() const;
    void begin_advance(std::int64_t steps, bool ends_with_exchange);
    exchange::Task<std::int64_t> skip_to_checkpoint(std::int64_t steps);
    void time_window(std::int64_t steps);
    std::int64_t begin_window(std::int64_t wanted);
    std::int64_t window_steps(std::int64_t wanted) const;
    void finish_window(std::int64_t steps);
    void run_script_events(bool advance_ends);
    bool must_finish_interval(bool ends_with_exchange) const;
    bool is_checkpoint_due(bool at_boundary) const;
    bool must_ask(bool at_boundary) const;
    exchange::Task<void> write_checkpoint();
    exchange::Task<void> do_what_is_asked();
    void show_progress();
    exchange::Task<bool> any_rank(bool here, Phase before);
    exchange::Task<Ask> agree_on_ask();
    bool is_at_boundary(std::int64_t steps) const;
    bool may_have_to_stop() const {
        return may_stop_ || hooks_.stop_requested() || hooks_.interruptions().ends_advance();
    }
    exchange::Task<bool> stops(bool at_boundary);
    void check_finite_now_and_then(std::int64_t steps_left, bool ends_with_exchange);
    void check_finite() const;

    RunTables& tables_;
    Intervals& intervals_;
    Window& window_;
    Hooks& hooks_;
    RunCheckpoints* checkpoints_ = nullptr;
    bool may_stop_ = false;             // in this advance, on some rank
    bool stops_with_others_ = false;    // in this advance
    bool is_single_ = false;            // whether this advance takes one step, as a script asks
    double begin_of_last_step_ = 0;     // of the window [ms]
    double window_began_ = 0;           // at the prompt [s]
    std::int64_t prompt_steps_ = 1;     // at the prompt, that take about a tenth of a second
    std::int64_t unchecked_steps_ = 0;  // by check_finite
};

}  // namespace ranvier::engine
