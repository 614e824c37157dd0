#pragma once

#include <cstdint>

#include "engine/event/timer.hpp"
#include "engine/run/run_meter.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::engine {

/// Adds the wall-clock time of an advance by variable steps, and the model time that it covers, to the run's times.
///
/// If a script takes one step at a time, only every 16th advance is timed, and counted 16 times, as with fixed steps.
class MeteredAdvance {
  public:
    /// `by_step`: the advance takes one step. All arguments must outlive this object.
    MeteredAdvance(const exchange::Transport& transport, const Model& model, RunMeter& meter, bool by_step)
        : model_(model),
          meter_(meter),
          begin_(model.t),
          timer_(transport, meter.times.total, weight(meter.variable_advances++, by_step)) {}
    ~MeteredAdvance() { meter_.times.simulated += model_.t - begin_; }
    MeteredAdvance(const MeteredAdvance&) = delete;
    MeteredAdvance& operator=(const MeteredAdvance&) = delete;

  private:
    static double weight(std::int64_t advances, bool by_step) {
        constexpr std::int64_t per_timed = 16;
        if (!by_step) return 1;
        return advances % per_timed == 0 ? per_timed : 0;
    }

    const Model& model_;
    RunMeter& meter_;
    double begin_;  // [ms]
    Timer timer_;
};

}  // namespace ranvier::engine
