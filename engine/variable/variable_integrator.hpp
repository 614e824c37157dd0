#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/event/delivery.hpp"
#include "engine/run/player.hpp"
#include "engine/run/variable_settings.hpp"
#include "engine/variable/cvode.hpp"
#include "engine/variable/ida.hpp"

namespace ranvier::engine {

/// What was done since the last re_init; docs: CVode.statistics.
struct StepCounters {
    std::int64_t steps = 0, interpolations = 0, restarts = 0, restarts_at_time = 0, evaluations = 0, solutions = 0;
};

/// One system of equations of variable step: all cells, or one (NEURON's Cvode; Lytton & Hines 2005, Neural Comput.
/// 17:903-921). The present time t lies within [t0, tn], the last step: events may take it back there.
///
/// 1. A discontinuity (an event, a played value, at_time) ends the past: the next step begins anew at t, of order 1.
/// 2. What is recorded at each step is taken when the next one begins, so that no sample is taken of what an event
///    undoes; and before a discontinuity.
/// 3. After each of restart, advance and interpolate the states of the blocks are those of t; so are all variables when
///    `follow` has been called, or about_to_look, or if choose_when_to_follow found someone who looks after each step.
class VariableIntegrator final : public OdeSystem, public DaeSystem, public StepWatcher {
  public:
    /// The blocks' numbers are those that `player` knows. All outlive it.
    VariableIntegrator(Model& model, Player& player, std::vector<std::pair<BlockEvents*, std::uint32_t>> blocks,
                       const VariableSettings& settings);
    ~VariableIntegrator() override;

    double t() const { return t_; }
    double tn() const { return tn_; }
    double t0() const { return t0_; }
    std::size_t size() const { return states_.size(); }
    /// The beginnings and ends of intervals around at_time in which nothing is integrated.
    bool is_in_restart(double t) const { return stop_begin_ <= t && t <= stop_end_; }
    bool must_restart() const { return must_restart_; }

    enum class Done { waits, restarted, moved };
    /// NEURON's order of one advance: thresholds, and nothing more if an event of theirs is due; else a restart, a way
    /// back, or a step. `next_event`: when the next event is due.
    Done handle_step(double next_event);
    /// The first thing to be done is a restart at t.
    void begin(double t);
    void restart(double t);
    void interpolate(double t);
    /// A sample of what is recorded at each step, with BEFORE STEP.
    void record();
    /// The next step begins anew.
    void set_restart();
    /// Crossings found by condition order 2 that wait for their time; infinity if none.
    double next_crossing() const { return next_crossing_; }
    void send_crossings(double til);
    void find_crossings();
    void count_anew() { counters_ = {}; }

    const StepCounters& counters() const { return counters_; }
    const std::vector<OdeState>& states() const { return states_; }
    std::vector<double> values() const;
    std::vector<double> derivatives() const;
    /// The states as the model has them, by its present values.
    std::vector<double> model_values() const;
    void set_model_values(std::span<const double> y);
    /// f(t, y), y becoming the model's states. Throws std::invalid_argument for algebraic equations.
    std::vector<double> derivatives_at(double t, std::span<const double> y);
    /// The largest |y| and |estimated error| of each state begin anew; kept while VariableSettings::keep_magnitudes.
    void clear_magnitudes();
    /// Takes the present values of the model, too: after an initialization no step has been taken yet.
    void note_model_values();
    const std::vector<double>& largest_states() const { return largest_states_; }
    const std::vector<double>& largest_errors() const { return largest_errors_; }
    StepMethod* method() { return method_.get(); }
    /// Whether algebraic equations are solved with the others, by IDA.
    bool is_algebraic() const { return algebraic_; }
    std::span<const std::pair<BlockEvents*, std::uint32_t>> blocks() const { return blocks_; }
    /// What its steps touch.
    void list_memory(CacheLines& to) const;
    /// Asks for these lines bit by bit during the next step, for whoever goes next. `lines` outlives the step.
    void ask_for(const CacheLines& lines);
    /// What follows from the states need not be computed behind each step: as long as nobody looks, the next step's
    /// first evaluation does. To be asked whenever records or what is watched may have changed; `may_wait`: whether
    /// nobody else looks between steps.
    void choose_when_to_follow(bool may_wait);
    /// All variables of the blocks are those of t.
    void follow();
    /// Called in each evaluation when all voltages are known and nothing else is; for what cells read of each other.
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
    std::vector<OdeState> states_;
    /// States that follow each other where the model has their values, or their derivatives: copied by stretches.
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
    std::size_t asked_ = 0;  // of these

    double t_ = 0, t0_ = 0, tn_ = 0;
    double stop_ = 0, stop_begin_ = -1, stop_end_ = -1, next_at_time_ = 0;
    bool may_wait_ = false, follows_ = true;
    bool must_restart_ = true, restarting_ = false, can_retreat_ = false, recorded_before_restart_ = false;

    std::vector<double> largest_states_, largest_errors_;
    void note_magnitudes(bool errors_too);

    /// Of a watched variable or a WATCH, for condition order 2.
    struct Crossing {
        double old_value = 0, old_t = 0, reset_below = 0;
        double pending = std::numeric_limits<double>::infinity();
    };
    struct WatchCrossing {
        std::uint32_t receiver;
        std::int32_t number;
        std::uint32_t arming;
        Crossing crossing;
        bool is_of(const BlockEvents::Watch& w) const {
            return receiver == w.receiver && number == w.number && arming == w.arming;
        }
    };
    /// Looks at the value once more: whether it has crossed where the integrator began anew. If it has within the last
    /// step, the crossing waits for its time.
    bool crosses_now(Crossing& crossing, bool& above, double value) const;
    void find_watch_crossings(std::size_t block);
    std::vector<std::vector<WatchCrossing>> watch_crossings_;  // by block
    std::vector<std::vector<Crossing>> crossings_;             // by block
    double next_crossing_ = std::numeric_limits<double>::infinity();
    void find_next_crossing();
};

/// As NEURON: times closer than this are one [ms].
inline double time_tolerance(double t) {
    constexpr double rounding = 100 * std::numeric_limits<double>::epsilon();
    return rounding * (t < 0 ? -t : t);
}

}  // namespace ranvier::engine
