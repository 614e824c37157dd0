#pragma once

#include <cstddef>
#include <limits>

#include "engine/event/delivery.hpp"

namespace ranvier::engine {

/// Removes the events of each HISTORY that no connection onto its instance needs any more (`HISTORY h SEEN t_pre HORIZON
/// f` of NMODL; rv_forgetting). Results do not depend on when this happens.
///
/// A connection with delay d whose argument t_pre is the time up to which it has seen the events needs
/// 1. those from t_pre - d to t_pre + f();
/// 2. those from t - 2*d on, for an event that arrives at t left its source at t - d, and an event of the HISTORY takes d to
///    get where the two meet;
/// 3. the one before these.
/// A source that never fires leaves t_pre at 0, so it needs those of the first f() ms.
///
/// Cost: one look at each connection after events as many as are kept, and an eighth of the number of connections; so
/// a handful of looks an event. Memory: 4 bytes for each target and for each event kept, meanwhile.
class Forgetting {
  public:
    /// To be called between steps, at t [ms], at a time when no block advances. `delivery` must be built. Cheap unless
    /// some milliseconds have passed. Throws SimulationError if a mechanism's function fails.
    void now_and_then(Delivery& delivery, Network::State& network, double t);

  private:
    void forget(Delivery& delivery, Network::State& network, double t);

    double last_ = 0, next_ = -std::numeric_limits<double>::infinity();  // looks at the histories [ms]
    std::size_t kept_ = 0;                                               // events after the latest removal
};

}  // namespace ranvier::engine
