#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/event/event.hpp"
#include "engine/event/event_heap.hpp"
#include "engine/event/event_ladder.hpp"
#include "engine/event/movable_events.hpp"

namespace ranvier::engine {

/// The queues that have changed since the last check; each is listed once.
class QueueChanges {
  public:
    void reset(std::size_t queues) {
        is_noted_.assign(queues, 0);
        numbers_.clear();
    }
    void note(std::uint32_t number) {
        if (is_noted_[number]) return;
        is_noted_[number] = 1;
        numbers_.push_back(number);
    }
    const std::vector<std::uint32_t>& numbers() const { return numbers_; }
    void forget() {
        for (const std::uint32_t number : numbers_) is_noted_[number] = 0;
        numbers_.clear();
    }

  private:
    std::vector<std::uint8_t> is_noted_;
    std::vector<std::uint32_t> numbers_;
};

/// How events of equal time are ordered.
enum class TieOrder : std::uint8_t {
    canonical,  ///< by key and sequence: the same for any number of ranks, threads and blocks
    insertion,  ///< as in NEURON on one rank and one thread: by insertion, except that an event displaced as the
                ///< earliest is delivered after other events of its time
};

/// Events of one spike with one delay.
struct Bundle {
    Event event;           ///< stands for Event::together events. With a sequence above 0, it continues the one before
    std::uint32_t before;  ///< the connections of so many of them were made before any with a shorter delay
};

/// The pending events of one block, earliest first.
///
/// Most events are not accessed between push and pop and are stored in a ladder; events that net_move can move are stored
/// in place by receiver, or, in NEURON's order, in a heap. push, pop: amortized O(1); move: O(1), in NEURON's order
/// O(log n); top: O(1).
class EventQueue {
  public:
    /// Precondition: the queue is empty.
    void set_tie_order(TieOrder order) { tie_order_ = order; }
    TieOrder tie_order() const { return tie_order_; }
    /// From now on notes every change of this queue in `changes` under `number`, for finding the earliest of many
    /// queues without checking each. `changes` must outlive the queue, or be replaced by null.
    void report_to(QueueChanges* changes, std::uint32_t number) {
        changes_ = changes;
        number_ = number;
    }
    void note_change() {
        if (changes_) changes_->note(number_);
    }

    bool empty() const { return fixed_.empty() && movable_.empty() && heap_.empty(); }
    std::size_t size() const { return fixed_.size() + movable_.size() + heap_.size(); }
    /// Precondition: not empty.
    Event top() const {
        if (heap_is_first()) return heap_.top();
        return movable_is_first() ? movable_.top() : fixed_.top();
    }
    /// Whether an event is due at or before t.
    bool due(double t) const {
        return (!fixed_.empty() && fixed_.top().t <= t) || (movable_.bound() <= t && movable_.top().t <= t) ||
               (!heap_.empty() && heap_.top().t <= t);
    }

    void push(Event event);
    /// Pushes a group of samples. The group stands for single events, each pushed when the previous one has been
    /// popped.
    void push_together(Event samples);
    /// In NEURON's order, pushes the deliveries of a spike as if each were pushed when its turn comes, in the order in
    /// which their connections were made. `bundles`: by delay, ascending.
    void push_bundles(std::span<const Bundle> bundles);
    /// Pushes a self event with flag 1. An earlier one of its receiver cannot be moved any more.
    void push_movable(Event event);
    /// Whether the receiver has an event that can be moved.
    bool has_movable(Receiver receiver) const {
        const std::uint32_t r = index_of(receiver);
        return movable_.has(r) || (r < handles_.size() && handles_[r] != no_handle);
    }
    /// Whether this event of the queue is the one that can be moved.
    bool is_movable(const Event& event) const;
    /// Precondition: has_movable(receiver).
    void move(Receiver receiver, double t, std::uint32_t sequence);
    /// Of events that are together, all.
    Event pop();
    /// Of deliveries that are together, only the first; the others stay the earliest.
    Event pop_single();
    void clear();

    /// All events, in no particular order.
    std::vector<Event> events() const;
    std::size_t bytes() const;

  private:
    static constexpr MovableHeap::Handle no_handle = 0xffffffff;

    bool movable_is_first() const {
        if (movable_.empty()) return false;
        return fixed_.empty() || (movable_.bound() <= fixed_.top().t && !is_earlier(fixed_.top(), movable_.top()));
    }
    /// Of the events in order of insertion.
    bool heap_precedes_fixed() const {
        return !heap_.empty() && (fixed_.empty() || !is_earlier(fixed_.top(), heap_.top()));
    }
    bool heap_is_first() const {
        return heap_precedes_fixed() && (movable_.empty() || !is_earlier(movable_.top(), heap_.top()));
    }
    void push_into_heap(Event event);
    void move_in_heap(std::uint32_t receiver, double t, std::uint32_t sequence);
    Event pop_heap();
    void prepare_insertion(Event& event);
    bool has_inserted() const { return !fixed_.empty() || !heap_.empty(); }
    double earliest_inserted() const;
    void displace_first();
    void push_part(Event event, std::uint32_t begin, std::uint32_t end, std::uint64_t key);

    EventLadder fixed_;
    MovableEvents movable_;                     // in canonical order, and late self events in any
    MovableHeap heap_;                          // in order of insertion
    std::vector<MovableHeap::Handle> handles_;  // by receiver, into the heap
    TieOrder tie_order_ = TieOrder::canonical;
    std::uint64_t inserted_ = 1;
    QueueChanges* changes_ = nullptr;
    std::uint32_t number_ = 0;
};

}  // namespace ranvier::engine
