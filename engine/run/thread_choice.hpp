#pragma once

#include <array>
#include <cstdint>

#include "engine/event/ticks.hpp"

namespace ranvier::engine {

/// Chooses by measurement between running windows on all threads and on the run's thread alone. One thread is faster if
/// there is little work, or if other programs occupy the cores.
///
/// Measures rounds of several windows. Uses the faster mode and retries the other one periodically; the retries add at
/// most 2% to the run time.
class ThreadChoice {
  public:
    /// `moment`: the longest round, in ticks, unless a single window takes longer.
    explicit ThreadChoice(Ticks moment) : moment_(moment) {}

    bool on_threads() const { return on_threads_; }
    /// To be called after each window: it ran in the mode given by on_threads and took `took` ticks.
    void ended(std::int64_t steps, Ticks took);

  private:
    struct Way {
        double latest = 0;   // ticks per step in the latest round
        double of_step = 0;  // the minimum of the two latest rounds, to ignore a single outlier; 0: unknown
    };
    void end_round();
    void change_way();
    Way& way(bool on_threads) { return ways_[on_threads ? 1 : 0]; }

    static constexpr int windows_of_round = 16;
    static constexpr double most_share = 1. / 50;  // of the time, for trials

    Ticks moment_;
    std::array<Way, 2> ways_;
    bool on_threads_ = true;
    bool tries_ = true;    // whether this round is a trial
    bool doubts_ = false;  // whether the current mode was the slower one in the previous round
    int windows_ = 0;
    std::int64_t steps_ = 0;
    Ticks taken_ = 0;
    double until_trial_ = 0;  // ticks
};

}  // namespace ranvier::engine
