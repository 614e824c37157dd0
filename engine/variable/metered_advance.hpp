#pragma once

#include "engine/run/run_meter.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::engine {

/// Adds the wall-clock time of an advance by variable steps, and the model time that it covers, to the run's times.
class MeteredAdvance {
  public:
    /// `phase`: of what is not measured apart. `is_script_before`: see PhaseClock. The others must outlive this object.
    MeteredAdvance(const Model& model, RunMeter& meter, Phase phase, bool is_script_before)
        : model_(model), meter_(meter), begin_(model.t), timed_(meter.clock, phase, is_script_before) {}
    ~MeteredAdvance() { meter_.add_simulated(begin_, model_.t); }
    MeteredAdvance(const MeteredAdvance&) = delete;
    MeteredAdvance& operator=(const MeteredAdvance&) = delete;

  private:
    const Model& model_;
    RunMeter& meter_;
    double begin_;  // [ms]
    TimedAdvance timed_;
};

}  // namespace ranvier::engine
