#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "exchange/transport/transport.hpp"

namespace ranvier::engine {

/// Tells a loop of steps, about every 20 us, to check for messages.
///
/// Reading the clock takes as long as a step of a small cell, so the number of steps between two readings is adapted to
/// the duration of the previous steps. A clock that stands still (simulated ranks) is read less and less often.
class PollInterval {
  public:
    /// To be called once per step.
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
