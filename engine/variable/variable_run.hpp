#pragma once

#include <optional>

#include "engine/variable/between_steps.hpp"
#include "engine/variable/global_steps.hpp"
#include "engine/variable/integrators.hpp"
#include "engine/variable/local_steps.hpp"
#include "exchange/task.hpp"

namespace ranvier::engine {

/// The run with variable steps, of all cells together or of each cell separately, as the script has chosen (docs:
/// "CVode").
class VariableRun {
  public:
    /// All arguments must outlive this object.
    VariableRun(Integrators& integrators, BetweenSteps& between, GlobalSteps& global, LocalSteps& local)
        : integrators_(integrators), between_(between), global_(global), local_(local) {}

    /// Advances to tout [ms], or by one step. Collective.
    exchange::Task<void> advance(std::optional<double> tout);
    /// CVode.re_init(): the next step restarts from the current states; counters become 0.
    void restart();

  private:
    Integrators& integrators_;
    BetweenSteps& between_;
    GlobalSteps& global_;
    LocalSteps& local_;
};

}  // namespace ranvier::engine
