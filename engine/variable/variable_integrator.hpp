#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/event/block/block_events.hpp"
#include "engine/hooks/hooks.hpp"
#include "engine/record/player.hpp"
#include "engine/run/variable_settings.hpp"
#include "engine/variable/at_times.hpp"
#include "engine/variable/block_crossings.hpp"
#include "engine/variable/block_system.hpp"
#include "engine/variable/magnitudes.hpp"
#include "engine/variable/script_conditions.hpp"
#include "engine/variable/step_method.hpp"
#include "engine/variable/step_time.hpp"

namespace ranvier::engine {

/// One system of equations with variable steps, of all cells or of one cell (NEURON's Cvode; Lytton & Hines 2005,
/// Neural Comput. 17:903-921). The current time t lies within the last step: events may take it back.
///
/// 1. A discontinuity (an event, a played value, at_time) discards the history: the next step restarts there, at order
///    1.
/// 2. The samples of a step are taken when the next step begins, or before a discontinuity; so no sample shows a state
///    that an event undoes.
/// 3. After restart, advance and interpolate, the states of the blocks have their values at t. All other variables do
///    after `follow` or about_to_look, or if choose_when_to_follow found a reader at each step.
class VariableIntegrator final : public StepWatcher {
  public:
    using Blocks = std::vector<std::pair<BlockEvents*, std::uint32_t>>;
    /// Blocks are numbered as in `player`. All arguments must outlive this object.
    VariableIntegrator(Player& player, Blocks blocks, const VariableSettings& settings);
    ~VariableIntegrator() override;

    double t() const { return time_.now; }

    enum class Done { waits, restarted, moved };
    /// One advance in NEURON's order: checks thresholds; unless an event of theirs is due, restarts, interpolates back,
    /// or takes a step. `next_event`: time of the next event [ms].
    Done handle_step(double next_event);
    /// The next advance starts with a restart at t.
    void begin(double t);
    /// Restarts at t [ms] with the model's states; resets the counters.
    void restart(double t);
    void interpolate(double t);
    /// Runs BEFORE STEP blocks and takes the samples of a step.
    void record();
    /// The next step restarts.
    void set_restart();
    /// The first pending crossing found by condition order 2; infinity if there is none.
    double next_crossing() const { return next_crossing_; }
    void send_crossings(double til);

    const StepCounters& counters() const { return counters_; }
    BlockSystem& system() { return system_; }
    const BlockSystem& system() const { return system_; }
    /// Null: there is nothing to integrate.
    StepMethod* method() const { return method_.get(); }
    /// Recorded while VariableSettings::keep_magnitudes, at initializations, steps and restarts.
    Magnitudes& magnitudes() { return magnitudes_; }
    std::span<const Blocks::value_type> blocks() const { return blocks_; }
    /// Adds the memory that steps of this integrator use.
    void list_memory(CacheLines& to) const;
    /// Values that follow from the states need not be computed after each step: if they are not read, the next step's
    /// first evaluation computes them. To be called whenever records or watched variables may have changed; `may_wait`:
    /// whether there is no other reader between steps.
    void choose_when_to_follow(bool may_wait);
    /// Brings all variables of the blocks to time t.
    void follow();
    /// From now on looks at the conditions of scripts, whose functions become script events, and calls their state hooks.
    /// Both must outlive this.
    void watch(Model& model, Hooks& hooks);
    /// Called when an event takes the time back; for local steps.
    std::function<void()> on_retreat;

    // StepWatcher
    void about_to_look(double t) override;
    void about_to_change(double t) override;
    bool at_time(double t_event) override;

  private:
    void restart_at(double t);
    void advance();
    void find_crossings();
    void find_next_crossing();

    const VariableSettings& settings_;
    Player& player_;
    Blocks blocks_;
    StepCounters counters_;
    BlockSystem system_;
    std::unique_ptr<StepMethod> method_;
    StepTime time_;
    AtTimes at_times_;
    bool may_wait_ = false;
    enum class Restart : std::uint8_t { none, first, again };
    Restart due_ = Restart::first;
    bool can_retreat_ = false, recorded_before_restart_ = false;
    Magnitudes magnitudes_;
    std::vector<BlockCrossings> crossings_;       // by block
    std::optional<ScriptConditions> conditions_;  // none: local steps
    double next_crossing_ = std::numeric_limits<double>::infinity();
};

}  // namespace ranvier::engine
