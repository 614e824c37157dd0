#include "engine/event/event_queue.hpp"

namespace ranvier::engine {

namespace {

bool are_together(const Event& event) {
    return event.type == EventType::sample && event.value > 1;
}

}  // namespace

// NEURON keeps its earliest event outside the tree, and puts it back when an earlier one is inserted.
void EventQueue::prepare_insertion(Event& event) {
    if (!empty() && event.t < top().t) displace_first();
    event.key = inserted_++;
}

void EventQueue::displace_first() {
    if (movable_is_first()) {
        Event displaced = movable_.top();
        displaced.key = inserted_++;
        movable_.replace(movable_.top_handle(), displaced);
    } else if (are_together(top())) {  // displaces only the first of the group
        Event displaced = top(), others = top();
        displaced.key = inserted_++;
        displaced.value = 1;
        ++others.sequence;
        --others.value;
        fixed_.replace_top(others);
        fixed_.push(displaced);
    } else {
        Event displaced = top();
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

EventQueue::Handle EventQueue::push_movable(Event event) {
    if (tie_order_ == TieOrder::insertion) prepare_insertion(event);
    note_change();
    return movable_.push(event);
}

void EventQueue::move(Handle handle, double t, std::uint32_t sequence) {
    Event event = movable_[handle];
    event.t = t;
    event.sequence = sequence;
    if (tie_order_ == TieOrder::insertion) {
        if (movable_is_first() && movable_.top_handle() == handle) {
            event.key = inserted_++;
            movable_.replace(handle, event);
            // The earliest event stays outside the tree unless another one is now earlier, so it precedes its equals.
            if (top().t == t) event.key = 0;
        } else {
            prepare_insertion(event);
        }
    }
    movable_.replace(handle, event);
    note_change();
}

Event EventQueue::pop() {
    note_change();
    Event event;
    if (movable_is_first()) {
        event = movable_.top();
        movable_.pop();
    } else {
        event = fixed_.top();
        fixed_.pop();
    }
    return event;
}

void EventQueue::clear() {
    fixed_.clear();
    movable_.clear();
    inserted_ = 1;
    note_change();
}

std::vector<Event> EventQueue::events() const {
    std::vector<Event> all;
    fixed_.append_to(all);
    movable_.append_to(all);
    return all;
}

std::size_t EventQueue::bytes() const {
    return fixed_.size() * sizeof(Event) + movable_.size() * MovableHeap::bytes_of_event();
}

}  // namespace ranvier::engine
