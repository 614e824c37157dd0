#pragma once

#include <optional>

#include "engine/run/run_tables.hpp"
#include "engine/variable/between_steps.hpp"
#include "engine/variable/integrators.hpp"

namespace ranvier::engine {

/// Variable steps of all cells together, in NEURON's order (docs: "CVode"). Alternates between delivering due events
/// and taking steps; an event within the last step takes the cells back to its time by interpolation.
class GlobalSteps {
  public:
    /// All arguments must outlive this object.
    GlobalSteps(RunTables& tables, Integrators& integrators, BetweenSteps& between)
        : tables_(tables), integrators_(integrators), between_(between) {}

    /// Advances to tout [ms], or by one step.
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
