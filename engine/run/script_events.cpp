#include "engine/run/script_events.hpp"

#include <algorithm>
#include <utility>

namespace ranvier::engine {

void ScriptEvents::add(double t_ms, std::function<void()> call, bool restarts) {
    const auto later = [](double t, const ScriptEvent& event) { return t < event.t; };
    events_.insert(std::upper_bound(events_.begin(), events_.end(), t_ms, later),
                   {t_ms, std::move(call), restarts, added_++});
}

double ScriptEvents::next_without_statement() const {
    for (const ScriptEvent& event : events_) {
        if (!event.call) return event.t;
    }
    return std::numeric_limits<double>::infinity();
}

ScriptEvents::ScriptEvent ScriptEvents::take_first() {
    ScriptEvent first = std::move(events_.front());
    events_.erase(events_.begin());
    return first;
}

void ScriptEvents::call_those_of_step(double begin, double end, double dt) {
    // What a statement adds is not earlier than the step's end, so it comes after all that was due before.
    const std::uint64_t first_new = added_;
    while (is_due_in_step(begin, end, dt) && events_.front().number < first_new) {
        const ScriptEvent event = take_first();
        if (event.call) event.call();
    }
}

std::int64_t ScriptEvents::steps_until_first(double t, double dt, std::int64_t steps) const {
    if (empty()) return steps;
    for (std::int64_t k = 1; k < steps; ++k) {
        const double begin = t;
        t += .5 * dt;
        t += .5 * dt;
        if (is_due_in_step(begin, t, dt)) return k;
    }
    return steps;
}

}  // namespace ranvier::engine
