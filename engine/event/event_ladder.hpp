#pragma once

#include <cstddef>
#include <vector>

#include "engine/event/event.hpp"
#include "engine/event/event_heap.hpp"

namespace ranvier::engine {

/// A priority queue of events whose cost hardly grows with its size, after the ladder queue of Tang, Goh & Thng (2005),
/// ACM Trans. Model. Comput. Simul. 15:175-204.
///
/// 1. The next events are in a small heap, later ones in unsorted bins of equal width, and all others in one unsorted
///    list.
/// 2. The heap is empty only if the queue is. When the heap runs empty, the next bin becomes the heap; when the bins
///    are used up, the earlier half of the list is distributed over new bins.
/// 3. Bin numbers never decrease with t, so events of equal t end up in the same heap, which orders them.
///
/// push, pop: amortized O(1); O(log n) if bins do not help (for example, if all times are equal). top: O(1).
class EventLadder {
  public:
    bool empty() const { return near_.empty(); }
    std::size_t size() const { return near_.size() + waiting_; }
    /// Precondition: not empty.
    const Event& top() const { return near_[0]; }
    void push(const Event& event) {
        const double place = (event.t - start_) * bins_per_ms_;
        if (!(place >= first_)) {
            near_.push(event);
            if (near_.size() > limit_) spread_all();
        } else {
            push_later(event, place);
        }
    }
    void pop() {
        near_.pop();
        if (near_.empty() && waiting_ > 0) refill();
    }
    /// Replaces the earliest event with one of the same time.
    void replace_top(const Event& event) { near_.replace(0, event); }
    void clear();
    /// Adds all events, in no particular order.
    void append_to(std::vector<Event>& all) const;

  private:
    void push_later(const Event& event, double place);
    void refill();
    void spread_all();
    void spread();

    FourAryHeap<Event> near_;               // places below first_
    std::vector<std::vector<Event>> bins_;  // [first_, end_) are in use
    std::vector<Event> later_;              // places from end_ on
    std::size_t waiting_ = 0;               // in bins and later_
    // Without bins, every place is 0 and lies in the heap.
    double start_ = 0, bins_per_ms_ = 0, first_ = 1, end_ = 1;
    std::size_t limit_ = most_in_heap;  // heap size beyond which bins are rebuilt
    std::vector<double> times_;         // scratch

    static constexpr std::size_t most_in_heap = 64, in_a_bin = 8;
};

}  // namespace ranvier::engine
