#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "exchange/transport/transport.hpp"

namespace ranvier::engine {

/// Says about every 20 us, in a loop of steps, that it is time to look after messages.
///
/// Reading the clock takes as long as a small cell's step, so the steps between two readings follow from how long the
/// steps before took. A clock that stands still (simulated ranks) is read ever more seldom.
class PollInterval {
  public:
    /// Called once a step.
    bool is_due(const exchange::Transport& transport) {
        if (--steps_left_ > 0) return false;
        const double now = transport.clock(), elapsed = now - last_;
        const double factor = elapsed > 0 ? std::clamp(wanted_s / elapsed, .25, 2.) : 2.;
        steps_ = std::clamp<std::int64_t>(std::llround(static_cast<double>(steps_) * factor), 1, most);
        steps_left_ = steps_;
        last_ = now;
        return elapsed > 0;
    }

  private:
    static constexpr double wanted_s = 20e-6;
    static constexpr std::int64_t most = 1000;

    double last_ = 0;  // [s]
    std::int64_t steps_ = 1, steps_left_ = 1;
};

}  // namespace ranvier::engine
