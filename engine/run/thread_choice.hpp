#pragma once

#include <array>
#include <cstdint>

#include "engine/event/ticks.hpp"

namespace ranvier::engine {

/// Decides from measurements whether windows are faster on all threads or on the run's thread alone: where there is
/// little to do, or other programs use the cores, threads wait for each other for longer than they save.
///
/// Windows form rounds. The way that has been faster is kept; the other one is tried again for a round now and then,
/// rarely enough that trials cost at most a fiftieth of the time more.
class ThreadChoice {
  public:
    /// `moment`: after so many ticks, a round ends even if it has few windows.
    explicit ThreadChoice(Ticks moment) : moment_(moment) {}

    bool on_threads() const { return on_threads_; }
    /// A window of so many steps has taken so long, in the way that on_threads said.
    void ended(std::int64_t steps, Ticks took);

  private:
    struct Way {
        double latest = 0;   // ticks for a step in the latest round
        double of_step = 0;  // the lesser one of the two latest rounds, of which one may be an accident; 0: unknown
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
    bool doubts_ = false;  // whether the kept way was slower in the last round
    int windows_ = 0;
    std::int64_t steps_ = 0;
    Ticks taken_ = 0;
    double until_trial_ = 0;  // ticks
};

}  // namespace ranvier::engine
