#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace ranvier::engine {

/// Statements of scripts that wait for their time (docs: "CVode.event"): earliest first, of equal times in the order
/// in which they were added. One without a statement ends an advance by variable steps.
class ScriptEvents {
  public:
    struct ScriptEvent {
        double t;                    ///< [ms]
        std::function<void()> call;  ///< may be empty
    };

    void add(double t_ms, std::function<void()> call);
    bool empty() const { return events_.empty(); }
    /// When the first is due [ms]; infinity if there is none.
    double next() const { return empty() ? std::numeric_limits<double>::infinity() : events_.front().t; }
    /// The same of those without a statement.
    double next_without_statement() const;
    /// Removes the first. Precondition: not empty.
    ScriptEvent take_first();
    const std::vector<ScriptEvent>& all() const { return events_; }
    void clear() { events_.clear(); }

    /// Runs the statements that a fixed step from `begin` to `end` [ms] takes up. As in NEURON, it takes up those that
    /// are due by its middle, or by its end; a statement runs when the step is over, and may add events, also for that
    /// very moment.
    void call_those_of_step(double begin, double end, double dt);
    bool is_due_in_step(double begin, double end, double dt) const {
        return next() <= end || next() <= begin + .5 * dt;
    }
    /// How many of `steps` steps from t on [ms] end no later than the one that takes up the first event.
    std::int64_t steps_until_first(double t, double dt, std::int64_t steps) const;

  private:
    std::vector<ScriptEvent> events_;  // by time
};

}  // namespace ranvier::engine
