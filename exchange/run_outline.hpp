#pragma once

#include <limits>

#include "exchange/runs.hpp"
#include "exchange/spike.hpp"

namespace ranvier::exchange {

/// When the ranks of a run by fixed steps meet, as far as that does not depend on the strategy.
struct RunOutline {
    double begin = 0;  ///< of the first step [ms]
    double dt = 0;     ///< [ms]
    Step steps = 0;
    double counted_from = 0;  ///< earlier steps are not counted (--presimulate) [ms]
    /// The steps at which an advance ended (pc.psolve), ascending: no spike is left in flight there.
    Runs ends;
    double longest_interval = 10;                                ///< pc.set_maxstep's argument [ms]
    double min_delay = std::numeric_limits<double>::infinity();  ///< of connections between ranks [ms]
    /// On some rank, mechanisms fire at the beginnings or ends of steps.
    bool fires_at_steps = false;
};

}  // namespace ranvier::exchange
