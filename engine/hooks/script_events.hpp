#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <set>

namespace ranvier::engine {

/// Script statements that wait for their time (docs: "CVode.event"): earliest first, equal times in order of addition.
/// An event without a statement ends an advance by variable steps. Adding and taking one of n takes O(log n).
class ScriptEvents {
  public:
    struct ScriptEvent {
        double t;                    ///< [ms]
        std::function<void()> call;  ///< may be empty
        bool restarts = false;       ///< variable steps: the integrator, before the call
        std::uint64_t number = 0;    ///< in order of addition
        bool operator<(const ScriptEvent& other) const { return t < other.t; }
    };

    void add(double t_ms, std::function<void()> call, bool restarts = false);
    bool empty() const { return events_.empty(); }
    /// Time of the first event [ms]; infinity if there is none.
    double next() const { return empty() ? std::numeric_limits<double>::infinity() : events_.begin()->t; }
    /// Time of the first event without a statement [ms]; infinity if there is none.
    double next_without_statement() const;
    /// Removes and returns the first event. Precondition: not empty.
    ScriptEvent take_first();
    const std::multiset<ScriptEvent>& all() const { return events_; }
    void clear() {
        events_.clear();
        without_statement_.clear();
    }

    /// Runs the statements of a fixed step from `begin` to `end` [ms]: as in NEURON, those due by the middle or by the
    /// end of the step. Statements run when the step is over; an event that one of them adds waits for the next step.
    void call_those_of_step(double begin, double end, double dt);
    bool is_due_in_step(double begin, double end, double dt) const {
        return next() <= end || next() <= begin + .5 * dt;
    }
    /// Number of steps, at most `steps`, from t [ms] up to and including the step that handles the first event.
    std::int64_t steps_until_first(double t, double dt, std::int64_t steps) const;

  private:
    std::multiset<ScriptEvent> events_;
    std::multiset<double> without_statement_;  // their times
    std::uint64_t added_ = 0;
};

}  // namespace ranvier::engine
