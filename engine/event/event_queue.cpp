#include "engine/event/event_queue.hpp"

#include <algorithm>
#include <limits>

namespace ranvier::engine {

namespace {

bool are_together(const Event& event) {
    return event.type == EventType::sample ? event.sampled_together() > 1 : event.together > 1;
}

/// The first of events that are together. `events` keeps the others.
Event take_first(Event& events) {
    Event first = events;
    ++events.sequence;
    if (events.type == EventType::sample) {
        first.set_sampled_together(1);
        events.set_sampled_together(events.sampled_together() - 1);
    } else {
        first.together = 1;
        --events.together;
    }
    return first;
}

}  // namespace

// NEURON keeps its earliest event outside the tree, and puts it back when an earlier one is inserted. Late self events
// are not in the tree.
void EventQueue::prepare_insertion(Event& event) {
    if (event.t < earliest_inserted() && has_inserted()) displace_first();
    event.key = inserted_++;
}

/// The time of the earliest event in order of insertion [ms]; infinity if there is none.
double EventQueue::earliest_inserted() const {
    constexpr double never = std::numeric_limits<double>::infinity();
    return std::min(fixed_.empty() ? never : fixed_.top().t, heap_.empty() ? never : heap_.top().t);
}

void EventQueue::displace_first() {
    if (heap_precedes_fixed()) {
        Event displaced = heap_.top();
        displaced.key = inserted_++;
        heap_.replace(heap_.top_handle(), displaced);
    } else if (are_together(fixed_.top())) {  // displaces only the first of the group
        Event others = fixed_.top();
        Event displaced = take_first(others);
        displaced.key = inserted_++;
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

// An event that is earlier than all others displaces the earliest one, which may be of this spike or the one that the
// queue had. Displaced events come between those of their time made before and those made after what displaced them. No
// other events have both a time of this spike's and a number between `first` and the end.
void EventQueue::push_bundles(std::span<const Bundle> bundles) {
    const std::uint64_t first = inserted_, displaced = first + 1, last = first + 2;
    const double earliest = earliest_inserted();
    if (bundles[0].event.t < earliest && has_inserted()) {
        inserted_ = displaced;
        displace_first();
    }
    for (std::size_t b = 0; b < bundles.size(); ++b) {
        const auto& [event, before] = bundles[b];
        const std::uint32_t end = event.together;
        const bool goes_on = event.sequence > 0;  // the bundle before
        if (b == 0 || event.t > earliest) {
            push_part(event, 0, end, first);
            continue;
        }
        const std::uint32_t own = before > 0 && event.t < earliest && !goes_on ? 1 : 0;  // displaced by one of these
        push_part(event, own, before, first);
        push_part(event, 0, own, displaced);
        push_part(event, before, end, last);
    }
    inserted_ = last + 1;
    note_change();
}

/// Pushes the events from `begin` to `end` of those that are together.
void EventQueue::push_part(Event event, std::uint32_t begin, std::uint32_t end, std::uint64_t key) {
    if (begin >= end) return;
    event.key = key;
    event.sequence += begin;
    event.together = (end - begin) & most_together;
    fixed_.push(event);
}

void EventQueue::push_movable(Event event) {
    note_change();
    if (tie_order_ == TieOrder::insertion && !is_late_self(event.key)) return push_into_heap(event);
    const std::uint32_t r = index_of(event.receiver());
    if (movable_.has(r)) {
        fixed_.push(movable_.event(r));
        movable_.remove(r);
    }
    movable_.push(event);
}

void EventQueue::push_into_heap(Event event) {
    prepare_insertion(event);
    const std::uint32_t r = index_of(event.receiver());
    if (r >= handles_.size()) handles_.resize(r + std::size_t{1}, no_handle);
    handles_[r] = heap_.push(event);
}

bool EventQueue::is_movable(const Event& event) const {
    if (event.type != EventType::self || event.flag() != 1. || !has_movable(event.receiver())) return false;
    const std::uint32_t r = index_of(event.receiver());
    const Event movable = movable_.has(r) ? movable_.event(r) : heap_[handles_[r]];
    return movable.sequence == event.sequence;
}

void EventQueue::move(Receiver receiver, double t, std::uint32_t sequence) {
    const std::uint32_t r = index_of(receiver);
    if (tie_order_ == TieOrder::insertion && !movable_.has(r)) {
        move_in_heap(r, t, sequence);
    } else {
        movable_.move(r, t, sequence);
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

Event EventQueue::pop_single() {
    if (heap_is_first() || movable_is_first() || fixed_.top().together < 2) return pop();
    note_change();
    Event others = fixed_.top();
    const Event first = take_first(others);
    fixed_.replace_top(others);
    return first;
}

Event EventQueue::pop_heap() {
    const Event event = heap_.top();
    const std::uint32_t r = index_of(event.receiver());
    if (handles_[r] == heap_.top_handle()) handles_[r] = no_handle;
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
