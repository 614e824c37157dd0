#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/hooks/hooks.hpp"
#include "engine/record/plays.hpp"
#include "engine/run/variable_settings.hpp"
#include "engine/variable/cvode.hpp"
#include "engine/variable/ida.hpp"
#include "engine/variable/state_map.hpp"

namespace ranvier::engine {

/// Counters since the last re_init (docs: "CVode.statistics").
struct StepCounters {
    std::int64_t steps = 0, interpolations = 0, restarts = 0, restarts_at_time = 0, evaluations = 0, solutions = 0;
};

/// The equations of some blocks as one system, for a StepMethod: the right-hand side, which sets the model's states
/// first, and the solution of the trees' and the mechanisms' linear equations.
///
/// 1. After evaluate and residual, all variables of the blocks have their values at t.
/// 2. After set_states only t and the states do; the others follow with set_all.
class BlockSystem final : public OdeSystem, public DaeSystem {
  public:
    struct Member {
        Block* block;
        std::uint32_t number;  ///< as `plays` know the block
    };
    /// All arguments must outlive this object. Throws std::invalid_argument if a block contains something that variable
    /// steps do not support.
    BlockSystem(std::vector<Member> blocks, Plays& plays, const VariableSettings& settings, StepCounters& counters);

    const StateMap& map() const { return map_; }
    std::size_t size() const { return map_.size(); }
    /// Whether IDA solves algebraic equations with the others.
    bool is_algebraic() const { return algebraic_; }
    /// Whether no evaluation depends on earlier ones, and nothing acts in between.
    bool is_repeatable() const;
    /// Adds the memory that evaluations and solutions use.
    void list_memory(CacheLines& to) const;
    /// Prefetches these lines gradually during evaluations and solutions, for another system. `lines` must outlive them.
    void ask_for(const CacheLines& lines);

    /// Called in each evaluation once all voltages, but no other values, are known; for values that cells read from
    /// each other.
    std::function<void()> on_voltages;
    /// From now on calls the state hooks of scripts. `hooks` must outlive this.
    void set_hooks(Hooks& hooks) { hooks_ = &hooks; }

    void set_t(double t);
    /// Sets the length of the last step, which mechanisms see as dt [ms]; 0: none.
    void set_last_step(double length);
    /// Runs what mechanisms do once at the beginning of a step.
    void begin_step();
    /// Sets t and the states to y, but not the values that follow.
    void set_states(double t, const double* y);
    /// Sets them with all values that follow.
    void set_all(double t, const double* y);
    /// Whether the values that follow from the states do, or set_states left them behind.
    bool follows() const { return follows_; }
    /// Takes the states from the model, for a restart there.
    void take_states(double* y) const;

    /// The present states of the model, and their derivatives as of the last evaluation.
    std::vector<double> states() const;
    std::vector<double> derivatives() const;
    /// Sets the model's states to y and returns f(t, y). Throws std::invalid_argument for algebraic equations.
    std::vector<double> derivatives_at(double t, std::span<const double> y);

    // OdeSystem
    void evaluate(double t, const double* y, double* derivative) override;
    void solve(double gamma, double* x) override;
    // DaeSystem
    void residual(double t, const double* y, const double* rate, double* residual) override;
    void solve_with(double cj, double* x) override;
    void find_rates(double t, double* y, double* rate) override;

  private:
    static StateMap map_of(std::span<const Member> blocks, bool algebraic);
    void set_values(double t, const double* y);
    void prefetch_share();

    std::vector<Member> blocks_;
    Plays& plays_;
    const VariableSettings& settings_;
    StepCounters& counters_;
    Hooks* hooks_ = nullptr;  // null: none
    bool algebraic_;
    StateMap map_;
    std::vector<double> rate_;  // algebraic: y' at the last residual
    double dt_seen_;            // [ms]
    bool follows_ = true;
    const CacheLines* asked_for_ = nullptr;
    std::size_t asked_ = 0;  // number of lines that have been prefetched
};

}  // namespace ranvier::engine
