#pragma once

namespace ranvier::engine {

/// Notifies the variable-step integrator of a block about the effects of events.
class StepWatcher {
  public:
    virtual ~StepWatcher() = default;
    /// Called before an event at t [ms] reads the cells' variables: brings the variables to time t.
    virtual void about_to_look(double t) = 0;
    /// Called before an event changes the cells' variables discontinuously.
    virtual void about_to_change(double t) = 0;
    /// NMODL's at_time(t_event) (docs: "at_time").
    virtual bool at_time(double t_event) = 0;
};

}  // namespace ranvier::engine
