#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/event/ticks.hpp"

namespace ranvier::engine {

/// What a block spends on groups of connections, apart from the NET_RECEIVE of their targets: taking a group's event from
/// the queue, finding its connections, and queueing the source's next group. A rank with half the cells has half the
/// targets, but most of the groups, so that this part does not shrink with the rank.
///
/// Only one in `between` entries of the queue is timed, because reading the clock takes as long as a small group.
class GroupTimes {
  public:
    /// An entry of the queue is taken. Returns whether it is timed.
    bool begin() {
        if (++since_ < between) return false;
        since_ = 0;
        is_timed_ = true;
        last_ = ticks();
        outside_ = 0;
        return true;
    }
    /// The entry is a group; its targets are about to receive it.
    void begin_receiving() {
        ++groups_;
        if (is_timed_) outside_ += ticks() - last_;
    }
    void end_receiving() {
        if (is_timed_) last_ = ticks();
    }
    /// The timed entry has been handled.
    void end(bool is_group) {
        is_timed_ = false;
        if (!is_group) return;
        ++timed_;
        ticks_ += outside_ + ticks() - last_ - 2 * reading;
    }

    void reset() { *this = {}; }
    /// The estimated time of all groups [ticks].
    Ticks all() const {
        if (timed_ == 0) return 0;
        return std::max<Ticks>(0, static_cast<Ticks>(static_cast<double>(ticks_) / static_cast<double>(timed_) *
                                                     static_cast<double>(groups_)));
    }

  private:
    static constexpr std::uint32_t between = 31;  // a prime: no pattern of a network has this period
    static inline const Ticks reading = [] {      // how long it takes to read the clock
        constexpr int times = 1000;
        const Ticks began = ticks();
        for (int k = 0; k < times; ++k) static_cast<void>(ticks());
        return (ticks() - began) / times;
    }();

    std::int64_t groups_ = 0, timed_ = 0;
    Ticks ticks_ = 0;  // of those that were timed
    Ticks last_ = 0, outside_ = 0;
    std::uint32_t since_ = 0;
    bool is_timed_ = false;
};

}  // namespace ranvier::engine
