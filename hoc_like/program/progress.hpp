#pragma once

#include <chrono>

namespace ranvier::program {

/// A progress line on the terminal during a run: simulated time, real-time factor, remaining time. Silent in a pipe.
class ProgressLine {
  public:
    explicit ProgressLine(bool wanted);
    ~ProgressLine() { clear(); }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// Shows that the run has reached `t_ms` of `tstop_ms` [ms] (0: unknown).
    void show(double t_ms, double tstop_ms);
    void clear();

  private:
    bool enabled_;
    bool shown_ = false;
    double first_t_ = -1;
    std::chrono::steady_clock::time_point start_;
};

}  // namespace ranvier::program
