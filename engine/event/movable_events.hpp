#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "engine/event/event.hpp"

namespace ranvier::engine {

/// The events that net_move can move: at most one for each receiver, kept in place by receiver.
///
/// A cell that fires by itself moves its event at each input, so a move must cost little: it writes the event's time, and
/// lowers the bounds of its group of receivers if necessary. Bounds may be too low, after a move to a later time. Only
/// the search for the earliest event corrects them, and it looks only at groups whose bound is the lowest.
///
/// push, move: O(1). top: O(1) if nothing is earlier than before; else O(receivers / 4096 + 128) for each group whose
/// bound has to be corrected. Memory: 24 bytes for each receiver up to the last one that had an event.
class MovableEvents {
  public:
    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }
    /// No event is earlier [ms].
    double bound() const { return least_; }
    bool has(std::uint32_t receiver) const { return receiver < times_.size() && times_[receiver] != never; }
    /// Precondition: the event's receiver has none.
    void push(const Event& event);
    /// Precondition: the receiver has an event.
    void move(std::uint32_t receiver, double t, std::uint32_t sequence) {
        times_[receiver] = std::min(t, latest);
        rest_[receiver].sequence = sequence;
        lower_bounds(receiver, times_[receiver]);
    }
    /// The earliest event, in the order of is_earlier. Precondition: not empty.
    Event top() const { return event(earliest()); }
    void pop() { remove(earliest()); }
    /// The event of a receiver. Precondition: it has one.
    Event event(std::uint32_t receiver) const;
    void remove(std::uint32_t receiver);
    void clear();
    /// Adds all events, in no particular order.
    void append_to(std::vector<Event>& all) const;
    static constexpr std::size_t bytes_of_event() { return sizeof(double) + sizeof(Rest); }

  private:
    static constexpr double never = std::numeric_limits<double>::infinity();
    static constexpr double latest = std::numeric_limits<double>::max();
    static constexpr std::size_t group = 64;
    static constexpr std::uint32_t unknown = 0xffffffff;
    struct Rest {
        std::uint64_t key;
        std::uint32_t sequence;
        WeightNumber weight;
    };

    void lower_bounds(std::uint32_t receiver, double t) {
        if (t < bounds_[receiver / group]) bounds_[receiver / group] = t;
        if (t < outer_bounds_[receiver / (group * group)]) outer_bounds_[receiver / (group * group)] = t;
        if (t < least_) least_ = t;
        earliest_ = unknown;
    }
    std::uint32_t earliest() const;
    std::uint32_t earliest_in(std::size_t outer, std::uint32_t best) const;

    std::size_t size_ = 0;
    std::vector<double> times_;  // by receiver; never: none. A multiple of `group` long
    std::vector<Rest> rest_;     // by receiver
    // Of each group of receivers, and of each group of groups: no event is earlier.
    mutable std::vector<double> bounds_, outer_bounds_;
    mutable double least_ = never;
    mutable std::uint32_t earliest_ = unknown;  // receiver
};

}  // namespace ranvier::engine
