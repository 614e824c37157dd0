#include "engine/event/movable_events.hpp"

#include <utility>

namespace ranvier::engine {

namespace {

double least_of(const std::vector<double>& values, std::size_t begin, std::size_t count) {
    const std::size_t end = std::min(values.size(), begin + count);
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = begin; k < end; ++k) least = values[k] < least ? values[k] : least;
    return least;
}

}  // namespace

void MovableEvents::push(const Event& event) {
    const std::uint32_t receiver = index_of(event.receiver());
    if (receiver >= times_.size()) {
        times_.resize((receiver / group + 1) * group, never);
        rest_.resize(times_.size());
        bounds_.resize(times_.size() / group, never);
        outer_bounds_.resize((bounds_.size() + group - 1) / group, never);
    }
    ++size_;
    times_[receiver] = std::min(event.t, latest);
    rest_[receiver] = {event.key, event.sequence, event.weight()};
    lower_bounds(receiver, times_[receiver]);
}

std::uint32_t MovableEvents::earliest() const {
    while (earliest_ == unknown) {
        least_ = least_of(outer_bounds_, 0, outer_bounds_.size());
        for (std::size_t outer = 0; outer < outer_bounds_.size(); ++outer) {
            if (outer_bounds_[outer] == least_) earliest_ = earliest_in(outer, earliest_);
        }
    }
    return earliest_;
}

/// Corrects the bounds of groups whose bound is the least. Returns the first in order, of `best` and the receivers whose
/// event is at that time.
std::uint32_t MovableEvents::earliest_in(std::size_t outer, std::uint32_t best) const {
    const std::size_t end = std::min(bounds_.size(), (outer + 1) * group);
    for (std::size_t g = outer * group; g < end; ++g) {
        if (bounds_[g] != least_) continue;
        bounds_[g] = least_of(times_, g * group, group);
        if (bounds_[g] != least_) continue;
        for (std::size_t r = g * group; r < (g + 1) * group; ++r) {
            if (times_[r] != least_) continue;
            const bool is_first = best == unknown || std::pair(rest_[r].key, rest_[r].sequence) <
                                                         std::pair(rest_[best].key, rest_[best].sequence);
            if (is_first) best = static_cast<std::uint32_t>(r);
        }
    }
    outer_bounds_[outer] = least_of(bounds_, outer * group, group);
    return best;
}

Event MovableEvents::event(std::uint32_t receiver) const {
    constexpr double flag = 1;  // of events that can be moved
    const Rest& rest = rest_[receiver];
    return Event::self(times_[receiver], rest.key, rest.sequence, Receiver{receiver}, flag, rest.weight);
}

void MovableEvents::remove(std::uint32_t receiver) {
    times_[receiver] = never;
    --size_;
    earliest_ = unknown;
}

void MovableEvents::clear() {
    size_ = 0;
    times_.clear();
    rest_.clear();
    bounds_.clear();
    outer_bounds_.clear();
    least_ = never;
    earliest_ = unknown;
}

void MovableEvents::append_to(std::vector<Event>& all) const {
    for (std::uint32_t r = 0; r < times_.size(); ++r) {
        if (has(r)) all.push_back(event(r));
    }
}

}  // namespace ranvier::engine
