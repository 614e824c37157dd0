#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/event/event.hpp"

namespace ranvier::engine {

/// A WATCH that a mechanism has armed.
struct Watch {
    Receiver receiver;
    std::int32_t number;  ///< among the WATCHes of the mechanism
    double flag;          ///< of the event
    std::uint32_t arming;
    bool above;  ///< the condition held at the latest check
};

/// The armed WATCHes of a block, in the order of arming, which is the order of checking.
///
/// 1. A WATCH queues its event when its condition becomes true, and stays armed.
/// 2. Armings are numbered. One that replaces the earlier ones of its receiver makes their events void that are still
///    queued.
class Watches {
  public:
    /// `receivers`: of the block; 0 if no mechanism has WATCHes.
    explicit Watches(std::size_t receivers = 0) : replaced_until_(receivers, 0) {}

    /// Arms a WATCH again, and disarms the others of the receiver if `replaces`. `holds`: its condition is true now.
    void arm(Receiver receiver, std::int32_t number, double flag, bool replaces, bool holds) {
        std::erase_if(armed_,
                      [&](const Watch& w) { return w.receiver == receiver && (replaces || w.number == number); });
        ++armings_;
        if (replaces) replaced_until_[index_of(receiver)] = armings_;
        armed_.push_back({receiver, number, flag, armings_, holds});
    }
    /// Whether the event's WATCH has not been replaced since.
    bool is_valid(const Event& event) const {
        const std::uint32_t r = index_of(event.receiver());
        return r >= replaced_until_.size() || event.arming() >= replaced_until_[r];
    }
    /// Calls send(watch) for each whose condition, value(watch) > 0, has become true.
    template <class Value, class Send>
    void check(Value&& value, Send&& send) {
        for (Watch& each : armed_) {
            const bool now = value(each) > 0;
            if (now && !each.above) send(each);
            each.above = now;
        }
    }
    /// Valid until one is armed.
    std::span<Watch> armed() { return armed_; }
    std::span<const Watch> armed() const { return armed_; }

    /// Arms one as before. Later armings get higher numbers than it has.
    void put_back(const Watch& watch) {
        armed_.push_back(watch);
        put_back_arming(watch.arming);
    }
    /// The same for an event in the queue.
    void put_back_arming(std::uint32_t arming) { armings_ = std::max(armings_, arming); }

    /// Disarms all; events in the queue stay valid.
    void disarm() { armed_.clear(); }
    void clear() {
        armed_.clear();
        std::fill(replaced_until_.begin(), replaced_until_.end(), 0u);
    }

  private:
    std::vector<Watch> armed_;
    std::vector<std::uint32_t> replaced_until_;  // by receiver: its latest arming that replaced the earlier ones
    std::uint32_t armings_ = 0;
};

}  // namespace ranvier::engine
