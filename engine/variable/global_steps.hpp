#pragma once

#include <optional>

#include "engine/run/run_tables.hpp"
#include "engine/variable/between_steps.hpp"
#include "engine/variable/integrators.hpp"

namespace ranvier::engine {

/// Variable steps of all cells together, in NEURON's order (docs: "CVode"). One thing at a time: the events that are
/// due, or a step; an event that falls into the last step takes it back there by interpolation.
class GlobalSteps {
  public:
    /// All outlive it.
    GlobalSteps(RunTables& tables, Integrators& integrators, BetweenSteps& between)
        : tables_(tables), integrators_(integrators), between_(between) {}

    /// Up to tout [ms], or one step.
    void advance(std::optional<double> tout);

  private:
    double next_event() const;
    void deliver(double til);
    bool microstep();

    RunTables& tables_;
    Integrators& integrators_;
    BetweenSteps& between_;
};

}  // namespace ranvier::engine
