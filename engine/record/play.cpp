#include "engine/record/play.hpp"

#include <vector>

namespace ranvier::engine {

/// Continuous: the first point from `k` on that has an event; size() if there is none.
std::size_t Play::point_with_event(std::size_t k) const {
    if (!played_.continuous || !played_.discontinuities) return std::min(k, size());
    const std::vector<double>& indices = *played_.discontinuities;
    const auto found = std::lower_bound(indices.begin(), indices.end(), static_cast<double>(k));
    const bool is_point = found != indices.end() && *found < static_cast<double>(size());
    return is_point ? static_cast<std::size_t>(*found) : size();
}

std::optional<double> Play::begin(double t) {
    cursor_ = {};
    if (size() == 0) return std::nullopt;
    const std::size_t first = point_with_event(0);
    cursor_.at = std::min(first, size() - 1);
    if (first >= size()) return std::nullopt;
    return played_.times ? time_of(first) : t;
}

std::optional<double> Play::begin_after(double til) {
    cursor_ = {};
    if (played_.continuous) {
        std::size_t next = point_with_event(0);
        for (; next < size() && time_of(next) <= til; next = point_with_event(next + 1)) cursor_.last = next;
        cursor_.at = std::min(next, size() - 1);
        return next < size() ? std::optional(time_of(next)) : std::nullopt;
    }
    // Proceeds event by event, because intervals are added up with rounding.
    std::optional<double> next = played_.times ? time_of(0) : 0.;
    while (next && *next <= til) {
        ++cursor_.at;
        next = next_time(*next);
    }
    return next;
}

std::optional<double> Play::pass_point() {
    cursor_.last = cursor_.at;
    const std::size_t following = point_with_event(cursor_.at + 1);
    cursor_.at = std::min(following, size() - 1);
    return following < size() ? std::optional(time_of(cursor_.at)) : std::nullopt;
}

std::optional<double> Play::next_time(double t) const {
    if (!is_underway()) return std::nullopt;
    return played_.times ? time_of(cursor_.at) : t + *played_.dt;
}

// As in NEURON: linear between two points, constant before the first, and on the line through the last two after the
// last.
double Play::value_at(double t) {
    std::size_t& last = cursor_.last;
    if (t >= time_of(cursor_.at)) {
        last = cursor_.at;
        if (last == 0) return value(0);
    } else if (t <= time_of(0)) {
        last = 0;
        return value(0);
    } else {
        while (t < time_of(last)) --last;
        while (t >= time_of(last)) ++last;
    }
    const double t0 = time_of(last - 1), t1 = time_of(last);
    const double y0 = value(last - 1), y1 = value(last);
    if (t0 == t1) return (y0 + y1) / 2.;
    return y0 + (y1 - y0) * ((t - t0) / (t1 - t0));
}

}  // namespace ranvier::engine
