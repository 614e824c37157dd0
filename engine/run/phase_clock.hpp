#pragma once

#include <array>
#include <cstddef>

#include "engine/event/ticks.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::engine {

/// What the time of a run is spent on.
enum class Phase {
    deliver,      ///< taking events from queues and calling NET_RECEIVE
    update,       ///< matrix, solve, states, and preparing the tables for them
    collocate,    ///< collecting spikes and samples for other blocks, the exchange and files
    communicate,  ///< the exchange between ranks, without waiting
    synchronize,  ///< waiting for other ranks
    wait,         ///< waiting for other threads
    script        ///< statements between and within advances
};
constexpr std::size_t phases = 7;

/// Divides the time of a run on one rank, from the begin of the first advance to the end of the last one, into phases:
/// each part counts when it ends. So the phases add up to the whole, but for what the run's thread leaves to others.
class PhaseClock {
  public:
    /// Nothing is counted yet.
    void reset() { *this = {}; }
    /// Everything is counted from now on, in the middle of an advance.
    void restart() {
        reset();
        first_ = last_ = ticks();
    }

    /// An advance begins. What has passed since the last one is the script's, unless a user was thinking.
    void begin_advance(bool is_script = true) {
        const Ticks now = ticks();
        const Ticks between = first_ == 0 ? now : now - last_;
        if (first_ == 0 || !is_script) {
            first_ += between;
        } else {
            sum(Phase::script) += between;
        }
        last_ = now;
    }
    /// A part of the given phase ends. Returns the time.
    Ticks lap(Phase phase) {
        const Ticks now = ticks();
        sum(phase) += now - last_;
        return last_ = now;
    }
    /// When the latest part ended.
    Ticks last() const { return last_; }
    /// A part whose phases have been measured elsewhere ends, at the given time.
    void skip_to(Ticks at) { last_ = at; }
    void add(Phase phase, Ticks duration) { sum(phase) += duration; }
    /// A meeting of ranks ends, which has waited for so long [s].
    void lap_meeting(double waited_s) {
        lap(Phase::communicate);
        waited_s_ += waited_s;
    }

    /// The whole [s]. `tick`: the length of a tick [s], which takes as long to find as a short advance.
    double wall(double tick = seconds_per_tick()) const { return static_cast<double>(last_ - first_) * tick; }
    /// The time of a phase [s], as far as the run's thread has measured it.
    double seconds(Phase phase, double tick = seconds_per_tick()) const {
        const double all = static_cast<double>(sums_[static_cast<std::size_t>(phase)]) * tick;
        if (phase == Phase::communicate) return all - waited_s_;
        return phase == Phase::synchronize ? all + waited_s_ : all;
    }

  private:
    Ticks& sum(Phase phase) { return sums_[static_cast<std::size_t>(phase)]; }

    Ticks first_ = 0, last_ = 0;
    std::array<Ticks, phases> sums_{};
    double waited_s_ = 0;
};

/// An advance: the time from construction to destruction is counted, its last part as of the given phase.
class TimedAdvance {
  public:
    TimedAdvance(PhaseClock& clock, Phase last, bool is_script_before = true) : clock_(clock), last_(last) {
        clock.begin_advance(is_script_before);
    }
    ~TimedAdvance() { clock_.lap(last_); }
    TimedAdvance(const TimedAdvance&) = delete;
    TimedAdvance& operator=(const TimedAdvance&) = delete;

  private:
    PhaseClock& clock_;
    Phase last_;
};

/// A meeting of ranks, from construction to destruction: communicating and waiting.
class TimedMeeting {
  public:
    /// `before`: the phase of the part that ends here. Both arguments must outlive this object.
    TimedMeeting(PhaseClock& clock, const exchange::Transport& transport, Phase before)
        : clock_(clock), transport_(transport) {
        clock.lap(before);
        waited_ = transport.waited();
    }
    ~TimedMeeting() { clock_.lap_meeting(transport_.waited() - waited_); }
    TimedMeeting(const TimedMeeting&) = delete;
    TimedMeeting& operator=(const TimedMeeting&) = delete;

  private:
    PhaseClock& clock_;
    const exchange::Transport& transport_;
    double waited_;  // [s]
};

}  // namespace ranvier::engine
