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
/// 2. those since t - 2*d: an event that arrives at t left its source at t - d, and an event of the HISTORY is delayed by
///    another d;
/// 3. the event before these.
/// A source that never fires leaves t_pre at 0, so it needs those of the first f() ms.
///
/// Cost: each pass visits every connection once. The next pass waits for as many new events as were kept, and for at
/// least an eighth of the number of connections, so an event costs a small constant number of visits. During a pass, each
/// target and each event takes 4 bytes.
class Forgetting {
  public:
    /// To be called between steps, at t [ms], at a time when no block advances. `delivery` must be built. Cheap unless
    /// some milliseconds have passed. Throws SimulationError if a mechanism's function fails.
    void now_and_then(Delivery& delivery, Network& network, Model& model);

  private:
    void forget(Delivery& delivery, Network& network, Model& model);

    double last_ = 0, next_ = -std::numeric_limits<double>::infinity();  // checks of how many events there are [ms]
    std::size_t kept_ = 0;                                               // events after the latest removal
};

}  // namespace ranvier::engine
