#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/event/delivery.hpp"
#include "engine/run/hooks.hpp"
#include "engine/record/player.hpp"
#include "engine/run/variable_settings.hpp"
#include "engine/variable/cvode.hpp"
#include "engine/variable/ida.hpp"

namespace ranvier::engine {

/// Counters since the last re_init (docs: "CVode.statistics").
struct StepCounters {
    std::int64_t steps = 0, interpolations = 0, restarts = 0, restarts_at_time = 0, evaluations = 0, solutions = 0;
};

/// One system of equations with variable steps, of all cells or of one cell (NEURON's Cvode; Lytton & Hines 2005,
/// Neural Comput. 17:903-921). The current time t lies within the last step, [t0, tn]: events may take it back.
///
/// 1. A discontinuity (an event, a played value, at_time) discards the history: the next step restarts there, at order
///    1.
/// 2. The samples of a step are taken when the next step begins, or before a discontinuity; so no sample shows a state
///    that an event undoes.
/// 3. After restart, advance and interpolate, the states of the blocks have their values at t. All other variables do
///    after `follow` or about_to_look, or if choose_when_to_follow found a reader at each step.
class VariableIntegrator final : public OdeSystem, public DaeSystem, public StepWatcher {
  public:
    /// Blocks are numbered as in `player`. All arguments must outlive this object.
    VariableIntegrator(Model& model, Player& player, std::vector<std::pair<BlockEvents*, std::uint32_t>> blocks,
                       const VariableSettings& settings);
    ~VariableIntegrator() override;

    double t() const { return t_; }
    double tn() const { return tn_; }
    double t0() const { return t0_; }
    std::size_t size() const { return states_.size(); }
    /// Whether t is in an interval around an at_time in which nothing is integrated.
    bool is_in_restart(double t) const { return stop_begin_ <= t && t <= stop_end_; }
    bool must_restart() const { return must_restart_; }

    enum class Done { waits, restarted, moved };
    /// One advance in NEURON's order: checks thresholds; unless an event of theirs is due, restarts, interpolates back,
    /// or takes a step. `next_event`: time of the next event [ms].
    Done handle_step(double next_event);
    /// The next advance starts with a restart at t.
    void begin(double t);
    void restart(double t);
    void interpolate(double t);
    /// Runs BEFORE STEP blocks and takes the samples of a step.
    void record();
    /// The next step restarts.
    void set_restart();
    /// The first pending crossing found by condition order 2; infinity if there is none.
    double next_crossing() const { return next_crossing_; }
    void send_crossings(double til);
    void find_crossings();
    void count_anew() { counters_ = {}; }

    const StepCounters& counters() const { return counters_; }
    const std::vector<OdeState>& states() const { return states_; }
    std::vector<double> values() const;
    std::vector<double> derivatives() const;
    /// The current states of the model.
    std::vector<double> model_values() const;
    void set_model_values(std::span<const double> y);
    /// Sets the model's states to y and returns f(t, y). Throws std::invalid_argument for algebraic equations.
    std::vector<double> derivatives_at(double t, std::span<const double> y);
    /// Resets the largest |y| and |estimated error| of each state; recorded while VariableSettings::keep_magnitudes.
    void clear_magnitudes();
    /// Includes the current values of the model; needed after an initialization, before any step has been taken.
    void note_model_values();
    const std::vector<double>& largest_states() const { return largest_states_; }
    const std::vector<double>& largest_errors() const { return largest_errors_; }
    StepMethod* method() { return method_.get(); }
    /// Whether IDA solves algebraic equations with the others.
    bool is_algebraic() const { return algebraic_; }
    std::span<const std::pair<BlockEvents*, std::uint32_t>> blocks() const { return blocks_; }
    /// Adds the memory that steps of this integrator use.
    void list_memory(CacheLines& to) const;
    /// Prefetches these lines gradually during the next step, for the next integrator. `lines` must outlive the step.
    void ask_for(const CacheLines& lines);
    /// Values that follow from the states need not be computed after each step: if they are not read, the next step's
    /// first evaluation computes them. To be called whenever records or watched variables may have changed; `may_wait`:
    /// whether there is no other reader between steps.
    void choose_when_to_follow(bool may_wait);
    /// Brings all variables of the blocks to time t.
    void follow();
    /// From now on looks at the conditions of scripts, whose functions become script events, and calls their state hooks.
    /// `hooks` must outlive this.
    void watch(Hooks& hooks) { hooks_ = &hooks; }
    /// Called in each evaluation once all voltages, but no other values, are known; for values that cells read from
    /// each other.
    std::function<void()> on_voltages;
    /// Called when an event takes the time back; for local steps.
    std::function<void()> on_retreat;

    // OdeSystem
    void evaluate(double t, const double* y, double* derivative) override;
    void solve(double gamma, double* x) override;
    // DaeSystem
    void residual(double t, const double* y, const double* rate, double* residual) override;
    void solve_with(double cj, double* x) override;
    void find_rates(double t, double* y, double* rate) override;
    // StepWatcher
    void about_to_look(double t) override;
    void about_to_change(double t) override;
    bool at_time(double t_event) override;

  private:
    void advance();
    void ask_for_more();
    void scatter(const double* y);
    void gather(double* y) const;
    void set_time(double t);
    void update_model();
    void set_values(double t, const double* y);
    double step_seen() const;

    Model& model_;
    Player& player_;
    std::vector<std::pair<BlockEvents*, std::uint32_t>> blocks_;
    const VariableSettings& settings_;
    Hooks* hooks_ = nullptr;  // null: local steps
    std::vector<OdeState> states_;
    /// States whose values, or derivatives, are contiguous in the model: copied together.
    struct Stretch {
        double* at;
        std::size_t first, count;
    };
    std::vector<Stretch> value_stretches_, derivative_stretches_;
    static void append(std::vector<Stretch>& to, double* at, std::size_t state);
    bool is_state(const double* address) const;
    std::map<const double*, const double*> state_ranges_;  // begin, end
    void list_stretches();
    std::unique_ptr<StepMethod> method_;  // null: nothing to integrate
    bool algebraic_ = false;
    std::vector<double> rate_;  // algebraic: y' at the last residual
    StepCounters counters_;

    const CacheLines* asked_for_ = nullptr;
    std::size_t asked_ = 0;  // number of lines that have been prefetched

    double t_ = 0, t0_ = 0, tn_ = 0;
    double stop_ = 0, stop_begin_ = -1, stop_end_ = -1, next_at_time_ = 0;
    bool may_wait_ = false, follows_ = true;
    bool must_restart_ = true, restarting_ = false, can_retreat_ = false, recorded_before_restart_ = false;

    std::vector<double> largest_states_, largest_errors_;
    void note_magnitudes(bool errors_too);

    /// Crossings of a watched variable or a WATCH, for condition order 2.
    struct Crossing {
        double old_value = 0, old_t = 0, reset_below = 0;
        double pending = std::numeric_limits<double>::infinity();
    };
    struct WatchCrossing {
        Receiver receiver;
        std::int32_t number;
        std::uint32_t arming;
        Crossing crossing;
        bool is_of(const Watch& w) const { return receiver == w.receiver && number == w.number && arming == w.arming; }
    };
    /// Checks the value; returns whether it crosses now, where the integrator restarted. If it has crossed within the
    /// last step, the crossing is pending until its time.
    bool crosses_now(Crossing& crossing, bool& above, double value) const;
    void find_watch_crossings(std::size_t block);
    void look_at_conditions();
    void find_condition_crossings();
    void meet(Conditions::Id condition, double t);
    /// Calls act(condition) for each condition, while the model's variables, also t, have their values at t.
    template <class Act>
    void look_at_each(Act&& act);
    std::vector<std::vector<WatchCrossing>> watch_crossings_;  // by block
    std::vector<std::vector<Crossing>> crossings_;             // by block
    struct ConditionCrossing {
        Conditions::Id condition;
        Crossing crossing;
    };
    std::vector<ConditionCrossing> condition_crossings_;
    double next_crossing_ = std::numeric_limits<double>::infinity();
    void find_next_crossing();
};

/// As in NEURON: times closer than this are equal [ms].
inline double time_tolerance(double t) {
    constexpr double rounding = 100 * std::numeric_limits<double>::epsilon();
    return rounding * (t < 0 ? -t : t);
}

}  // namespace ranvier::engine
