#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "engine/hooks/conditions.hpp"
#include "engine/hooks/interruptions.hpp"
#include "engine/hooks/ordered_calls.hpp"
#include "engine/hooks/sample_takers.hpp"
#include "engine/hooks/script_events.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::engine {

/// When a run calls the function of a script that keeps more states (CVode.extra_scatter_gather).
enum class StateMove {
    scatter,  ///< fixed steps: between voltages and states; variable steps: when states have been set, before derivatives
    gather,  ///< variable steps: before a restart takes the states from the model
};

/// The functions that a run calls on its own thread (initialize handlers, step hooks, conditions, script events, sample
/// takers, the progress line), and their requests to the run. Scripts and outputs add and remove functions, also while one
/// of them is called; the parts of the run call them.
class Hooks {
  public:
    using Id = std::uint32_t;

    /// FInitializeHandler(stage, ...), with a stage of 0 to 3: called in order of registration.
    Id add_initialize_handler(int stage, std::function<void()> call);
    void remove_initialize_handler(Id id);
    void run_initialize_handlers(int stage);

    /// Called when the events of a fixed step have been delivered, and at the beginning of initialize; it may set values.
    /// Slow: limits windows to one step.
    Id add_step_hook(std::function<void()> call) { return step_hooks_.add(std::move(call)); }
    void remove_step_hook(Id id) { step_hooks_.remove(id); }
    void run_step_hooks() { step_hooks_.run(); }
    /// Called at each of these moves; it may set values, but not change the structure. As slow as a step hook.
    Id add_state_hook(StateMove move, std::function<void()> call);
    void remove_state_hook(Id id);
    void run_state_hooks(StateMove move);
    bool has_state_hooks() const;
    /// Whether a script acts at each step, by step hooks, state hooks or conditions.
    bool act_at_steps() const { return !step_hooks_.empty() || has_state_hooks() || !conditions_.empty(); }

    /// Conditions on variables, which runs look at between steps; a set of them limits windows to one step.
    Conditions& conditions() { return conditions_; }
    SampleTakers& sample_takers() { return sample_takers_; }

    /// Sets a function to be called about ten times a second with the model's time [ms]; null: off.
    void set_progress(std::function<void(double)> call) { progress_ = std::move(call); }
    void show_progress(const exchange::Transport& transport, double t_ms);

    /// Sets what is called with a message when a voltage is found that is not finite; the run then continues. Null: the
    /// run ends with that message.
    void set_not_finite(std::function<void(const std::string&)> call) { not_finite_ = std::move(call); }
    /// Throws SimulationError unless the run is to continue.
    void find_not_finite(const std::string& message) const;

    /// CVode.event(t, statement): each is called with everything advanced to its time.
    ScriptEvents& events() { return events_; }
    const ScriptEvents& events() const { return events_; }

    /// Requests to the run from outside, by signals: each run looks at them at its boundaries.
    Interruptions& interruptions() { return interruptions_; }
    const Interruptions& interruptions() const { return interruptions_; }

    /// To be called by what the run calls (script events, recorded statements, samples taken by functions): ends a running
    /// advance at the next opportunity: on one rank at the end of the window, on several at the next exchange, on all ranks.
    /// At any other time it has no effect.
    void request_stop() { stop_requested_ = true; }
    bool stop_requested() const { return stop_requested_; }
    void forget_stop() { stop_requested_ = false; }

  private:
    std::array<OrderedCalls, 4> initialize_handlers_;  // by stage
    OrderedCalls step_hooks_;
    std::array<OrderedCalls, 2> state_hooks_;  // by move
    Conditions conditions_;
    SampleTakers sample_takers_;
    std::function<void(double)> progress_;
    std::function<void(const std::string&)> not_finite_;
    double next_progress_ = 0;  // [s]
    ScriptEvents events_;
    Interruptions interruptions_;
    bool stop_requested_ = false;
};

}  // namespace ranvier::engine
