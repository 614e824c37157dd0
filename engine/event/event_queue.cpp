#include "engine/event/event_queue.hpp"

#include <algorithm>

namespace ranvier::engine {

namespace {

bool are_together(const Event& event) {
    return event.type == EventType::sample && event.value > 1;
}

}  // namespace

// NEURON keeps its earliest event outside the tree, and puts it back when an earlier one is inserted. Late self events
// are not in the tree.
void EventQueue::prepare_insertion(Event& event) {
    const bool is_first = (fixed_.empty() || event.t < fixed_.top().t) && (heap_.empty() || event.t < heap_.top().t);
    if (is_first && !(fixed_.empty() && heap_.empty())) displace_first();
    event.key = inserted_++;
}

void EventQueue::displace_first() {
    if (heap_precedes_fixed()) {
        Event displaced = heap_.top();
        displaced.key = inserted_++;
        heap_.replace(heap_.top_handle(), displaced);
    } else if (are_together(fixed_.top())) {  // displaces only the first of the group
        Event displaced = fixed_.top(), others = fixed_.top();
        displaced.key = inserted_++;
        displaced.value = 1;
        ++others.sequence;
        --others.value;
        fixed_.replace_top(others);
        fixed_.push(displaced);
    } else {
        Event displaced = fixed_.top();
        displaced.key = inserted_++;
        fixed_.replace_top(displaced);
    }
}

void EventQueue::push(Event event) {
    if (tie_order_ == TieOrder::insertion) prepare_insertion(event);
    fixed_.push(event);
    note_change();
}

// The queue's earliest event is then either the next single event, due now, or the previous one, so none is displaced.
void EventQueue::push_together(Event samples) {
    if (!are_together(samples)) return push(samples);
    if (tie_order_ == TieOrder::insertion) samples.key = inserted_++;
    fixed_.push(samples);
    note_change();
}

void EventQueue::push_movable(Event event) {
    note_change();
    if (tie_order_ == TieOrder::insertion && !is_late_self(event.key)) return push_into_heap(event);
    if (movable_.has(event.index)) {
        fixed_.push(movable_.event(event.index));
        movable_.remove(event.index);
    }
    movable_.push(event);
}

void EventQueue::push_into_heap(Event event) {
    prepare_insertion(event);
    if (event.index >= handles_.size()) handles_.resize(event.index + std::size_t{1}, no_handle);
    handles_[event.index] = heap_.push(event);
}

bool EventQueue::is_movable(const Event& event) const {
    if (event.type != EventType::self || event.value != 1. || !has_movable(event.index)) return false;
    const Event movable = movable_.has(event.index) ? movable_.event(event.index) : heap_[handles_[event.index]];
    return movable.sequence == event.sequence;
}

void EventQueue::move(std::uint32_t receiver, double t, std::uint32_t sequence) {
    if (tie_order_ == TieOrder::insertion && !movable_.has(receiver)) {
        move_in_heap(receiver, t, sequence);
    } else {
        movable_.move(receiver, t, sequence);
    }
    note_change();
}

void EventQueue::move_in_heap(std::uint32_t receiver, double t, std::uint32_t sequence) {
    const MovableHeap::Handle handle = handles_[receiver];
    Event event = heap_[handle];
    event.t = t;
    event.sequence = sequence;
    if (heap_precedes_fixed() && heap_.top_handle() == handle) {
        event.key = inserted_++;
        heap_.replace(handle, event);
        // The earliest event stays outside the tree unless another one is now earlier, so it precedes its equals.
        const double first = fixed_.empty() ? heap_.top().t : std::min(fixed_.top().t, heap_.top().t);
        if (first == t) event.key = 0;
    } else {
        prepare_insertion(event);
    }
    heap_.replace(handle, event);
}

Event EventQueue::pop() {
    note_change();
    if (heap_is_first()) return pop_heap();
    if (movable_is_first()) {
        const Event event = movable_.top();
        movable_.pop();
        return event;
    }
    const Event event = fixed_.top();
    fixed_.pop();
    return event;
}

Event EventQueue::pop_heap() {
    const Event event = heap_.top();
    if (handles_[event.index] == heap_.top_handle()) handles_[event.index] = no_handle;
    heap_.pop();
    return event;
}

void EventQueue::clear() {
    fixed_.clear();
    movable_.clear();
    heap_.clear();
    handles_.clear();
    inserted_ = 1;
    note_change();
}

std::vector<Event> EventQueue::events() const {
    std::vector<Event> all;
    fixed_.append_to(all);
    movable_.append_to(all);
    heap_.append_to(all);
    return all;
}

std::size_t EventQueue::bytes() const {
    return fixed_.size() * sizeof(Event) + movable_.size() * MovableEvents::bytes_of_event() +
           heap_.size() * MovableHeap::bytes_of_event();
}

}  // namespace ranvier::engine
