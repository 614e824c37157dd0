#pragma once

#include "engine/hooks/hooks.hpp"
#include "engine/solve/model.hpp"
#include "engine/variable/crossings.hpp"

namespace ranvier::engine {

/// The conditions of scripts (docs: "StateTransitionEvent") during variable steps of all cells. A condition that begins to
/// hold becomes a script event, which restarts the steps, as the event of a WATCH does.
class ScriptConditions {
  public:
    /// All arguments must outlive this object.
    ScriptConditions(Model& model, Hooks& hooks) : model_(model), hooks_(hooks) {}

    bool any() const { return !hooks_.conditions().empty(); }
    /// Whether an event of a script is due at t [ms], which comes before a step.
    bool is_event_due(double t) const { return hooks_.events().next() <= t; }

    /// Condition order 1: adds events for conditions that have begun to hold. All variables must have their values at t.
    void look(double t);
    /// Condition order 2: the same for those that begin to hold where the integrator has restarted; for others it finds the
    /// times within the last step at which they began.
    void find(const StepTime& time);
    /// The first of these times [ms]; infinity if there is none.
    double next() const { return crossings_.next(); }
    /// Adds the events of conditions that began to hold by `til` [ms].
    void send(double til);

  private:
    template <class Act>
    void look_at_each(double t, Act&& act);
    void meet(Conditions::Id condition, double t);

    Model& model_;
    Hooks& hooks_;
    Crossings<Conditions::Id> crossings_;
};

}  // namespace ranvier::engine
