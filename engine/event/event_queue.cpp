#include "engine/event/event_queue.hpp"

namespace ranvier::engine {

// NEURON keeps its earliest event outside the tree, and puts it back into it when an earlier one comes.
void EventQueue::prepare_insertion(Event& event) {
    if (!empty() && event.t < top().t) {
        if (movable_is_first()) {
            Event displaced = movable_.top();
            displaced.key = inserted_++;
            movable_.replace(movable_.top_handle(), displaced);
        } else {
            fixed_.set_top_key(inserted_++);
        }
    }
    event.key = inserted_++;
}

void EventQueue::push(Event event) {
    if (tie_order_ == TieOrder::insertion) prepare_insertion(event);
    fixed_.push(event);
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
            // The earliest stays outside the tree unless another one is earlier now: so it precedes its equals.
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
