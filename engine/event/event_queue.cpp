#include "engine/event/event_queue.hpp"

namespace ranvier::engine {

// NEURON keeps its earliest event outside the tree, and puts it back into it when an earlier one comes.
void EventQueue::prepare_insertion(Event& event) {
    if (!empty() && event.t < top().t) {
        if (movable_is_first()) {
            const Handle first = Movable::s_handle_from_iterator(movable_.begin());
            (*first).key = inserted_++;
            movable_.update(first);
        } else {
            Event displaced = fixed_.top();
            fixed_.pop();
            displaced.key = inserted_++;
            fixed_.push(displaced);
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
    Event event = *handle;
    event.t = t;
    event.sequence = sequence;
    if (tie_order_ == TieOrder::insertion) {
        Event& top_event = *handle;
        const bool is_first = movable_is_first() && &movable_.top() == &top_event;
        if (is_first) {
            event.key = inserted_++;
            movable_.update(handle, event);
            // The earliest stays outside the tree unless another one is earlier now: so it precedes its equals.
            if (top().t == t) event.key = 0;
        } else {
            prepare_insertion(event);
        }
    }
    movable_.update(handle, event);
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
    inserted_ = 0;
    note_change();
}

std::vector<Event> EventQueue::events() const {
    std::vector<Event> all(fixed_.begin(), fixed_.end());
    all.insert(all.end(), movable_.begin(), movable_.end());
    return all;
}

std::size_t EventQueue::bytes() const {
    return fixed_.size() * sizeof(Event) + movable_.size() * (sizeof(Event) + 4 * sizeof(void*));
}

}  // namespace ranvier::engine
