#pragma once

#include <chrono>

namespace ranvier::program {

/// A line on the terminal while a run goes on: simulated time, real-time factor, time left. Silent in a pipe.
class ProgressLine {
  public:
    explicit ProgressLine(bool wanted);
    ~ProgressLine() { clear(); }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// `t_ms` has been reached of `tstop_ms` (0: not known).
    void show(double t_ms, double tstop_ms);
    void clear();

  private:
    bool enabled_;
    bool shown_ = false;
    double first_t_ = -1;
    std::chrono::steady_clock::time_point start_;
};

}  // namespace ranvier::program
