#pragma once

#include <optional>

#include "engine/run/run_tables.hpp"
#include "engine/variable/between_steps.hpp"

namespace ranvier::engine {

/// The run of artificial cells alone while variable steps are chosen: there are no equations, and time goes from event
/// to event, on one rank.
class EventRun {
  public:
    /// Both outlive it.
    EventRun(RunTables& tables, BetweenSteps& between) : tables_(tables), between_(between) {}

    /// Up to tout [ms]; or as one step, which, as in NEURON, delivers what is due and goes to the time of the next
    /// event, or far away if there is none.
    void advance(std::optional<double> tout);

  private:
    double next_event() const;
    double next_before(double limit);

    RunTables& tables_;
    BetweenSteps& between_;
};

}  // namespace ranvier::engine
