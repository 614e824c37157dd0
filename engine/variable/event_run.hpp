#pragma once

#include <optional>

#include "engine/run/run_tables.hpp"
#include "engine/variable/between_steps.hpp"

namespace ranvier::engine {

/// The run of a model of artificial cells only while variable steps are active, on one rank: there are no equations,
/// and time moves from event to event.
class EventRun {
  public:
    /// Both arguments must outlive this object.
    EventRun(RunTables& tables, BetweenSteps& between) : tables_(tables), between_(between) {}

    /// Advances to tout [ms], or by one step: as in NEURON, delivers the due events and moves to the time of the next
    /// event, or far ahead if there is none.
    void advance(std::optional<double> tout);

  private:
    double next_event() const;
    double next_before(double limit);

    RunTables& tables_;
    BetweenSteps& between_;
};

}  // namespace ranvier::engine
