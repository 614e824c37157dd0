#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/event/event.hpp"
#include "engine/event/event_heap.hpp"
#include "engine/event/event_ladder.hpp"

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

/// The pending events of one block, earliest first.
///
/// Most events are not accessed between push and pop and are stored in a ladder; events that net_move can move are
/// stored in a heap with handles. push, pop: amortized O(1), for movable events O(log n); move: O(log n); top: O(1).
class EventQueue {
  public:
    using Handle = MovableHeap::Handle;

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

    bool empty() const { return fixed_.empty() && movable_.empty(); }
    std::size_t size() const { return fixed_.size() + movable_.size(); }
    /// Precondition: not empty.
    const Event& top() const { return movable_is_first() ? movable_.top() : fixed_.top(); }
    /// Whether an event is due at or before t.
    bool due(double t) const {
        return (!fixed_.empty() && fixed_.top().t <= t) || (!movable_.empty() && movable_.top().t <= t);
    }

    void push(Event event);
    /// Pushes a group of samples. The group stands for single events, each pushed when the previous one has been
    /// popped.
    void push_together(Event samples);
    /// The handle is valid until the event is popped or the queue cleared.
    Handle push_movable(Event event);
    void move(Handle handle, double t, std::uint32_t sequence);
    Event pop();
    void clear();

    /// All events, in no particular order.
    std::vector<Event> events() const;
    std::size_t bytes() const;

  private:
    bool movable_is_first() const {
        return !movable_.empty() && (fixed_.empty() || !is_earlier(fixed_.top(), movable_.top()));
    }
    void prepare_insertion(Event& event);
    void displace_first();

    EventLadder fixed_;
    MovableHeap movable_;
    TieOrder tie_order_ = TieOrder::canonical;
    std::uint64_t inserted_ = 1;
    QueueChanges* changes_ = nullptr;
    std::uint32_t number_ = 0;
};

}  // namespace ranvier::engine
