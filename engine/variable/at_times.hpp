#pragma once

#include "engine/variable/step_time.hpp"

namespace ranvier::engine {

/// The times at which NMODL's at_time makes variable steps restart (docs: "at_time"). Mechanisms announce them whenever
/// they compute derivatives; only those that they announce during a restart count, up to the next restart.
class AtTimes {
  public:
    /// No time is known, from t [ms] on.
    void forget(double t) { stop_ = t + none_within; }
    /// A restart at t [ms] begins, during which mechanisms announce times.
    void begin_restart(double t) {
        restarting_ = true;
        restart_ = t;
        next_ = t + none_within;
    }
    void end_restart() {
        stop_ = next_ - time_tolerance(next_);
        restarting_ = false;
    }
    /// A mechanism announces a time [ms]; returns whether it is that of this restart.
    bool announce(double t) {
        if (!restarting_) return false;
        if (restart_ < t && t < next_) next_ = t;
        return same_time(t, restart_);
    }

    /// The time that no step may pass [ms]: just before the next announced one.
    double stop() const { return stop_; }
    bool is_reached(double t) const { return t >= stop_ - time_tolerance(t); }
    /// Where to restart when the stop has been reached: mechanisms then see the time just after the announced one.
    double restart_behind_stop() const { return stop_ + 1.5 * time_tolerance(stop_); }

  private:
    static constexpr double none_within = 1e5;  // [ms]
    double stop_ = 0, next_ = 0, restart_ = 0;
    bool restarting_ = false;
};

}  // namespace ranvier::engine
