#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "exchange/run_outline.hpp"
#include "exchange/spike.hpp"

/// How a run by fixed steps counts: which step is a time in, how many steps has a delay, which times may a spike have.
/// The engine and the study of recorded runs (study/) share this.

namespace ranvier::exchange {

/// NEURON's offset from the beginning of a step to a crossing that is detected there [ms].
inline constexpr double threshold_offset = 1e-10;

/// Events within this fraction of dt of the end of a step wait for the next step; within an interval, t drifts much
/// less than that (engine/run/fixed_step.cpp, FixedStep::finish).
inline constexpr double waiting_part = 1e-6;

/// Number of whole steps within a delay [ms], rounded as in the run.
Step whole_steps(double ms, double dt);

/// The end of a step that begins at `begin` [ms]: NEURON adds dt in two halves.
inline double end_of_step(double begin, double dt) {
    begin += .5 * dt;
    begin += .5 * dt;
    return begin;
}

/// The number of the step that delivers an event at t [ms], in a run from `begin` [ms]; at most 10^15.
inline Step step_of_event(double t, double begin, double dt) {
    constexpr double most = 1e15;
    return static_cast<Step>(std::floor(std::min((t - begin) / dt + waiting_part, most)));
}

/// The end of a run [ms], as its steps add up.
double end_of(const RunOutline& run);

/// Of a sum of steps, where counting begins [ms].
inline constexpr double counting_rounding = 1e-9;

/// Whether counting has begun when a run is at t [ms], between steps.
inline bool is_counted(double t, double from) {
    return t >= from - counting_rounding;
}

/// The times that spikes of an interval's steps may carry (SpikeExchange::interval_times).
class StepTimes {
  public:
    /// Adds `steps` steps, the first of which begins at `begin` [ms]; returns the end of the last one. `fires_at_steps`:
    /// on some rank, spikes also fire at the beginnings and ends of steps.
    double count(Step steps, double begin, double dt, bool fires_at_steps);

    bool empty() const { return times_.empty(); }
    void clear() { times_.clear(); }
    /// The times of the steps added since the last `clear`. Valid until `count` or `clear`.
    std::span<const double> all();

  private:
    std::vector<double> times_;
    double end_ = 0;  // of the last step [ms]
    bool fires_at_steps_ = false;
};

}  // namespace ranvier::exchange
