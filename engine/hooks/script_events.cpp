#include "engine/hooks/script_events.hpp"

#include <utility>

namespace ranvier::engine {

void ScriptEvents::add(double t_ms, std::function<void()> call, bool restarts) {
    if (!call) without_statement_.insert(t_ms);
    events_.insert({t_ms, std::move(call), restarts, added_++});  // behind those of equal time
}

double ScriptEvents::next_without_statement() const {
    return without_statement_.empty() ? std::numeric_limits<double>::infinity() : *without_statement_.begin();
}

ScriptEvents::ScriptEvent ScriptEvents::take_first() {
    ScriptEvent first = std::move(events_.extract(events_.begin()).value());
    if (!first.call) without_statement_.erase(without_statement_.begin());
    return first;
}

void ScriptEvents::call_those_of_step(double begin, double end, double dt) {
    // What a statement adds is not earlier than the step's end, so it comes after all that was due before.
    const std::uint64_t first_new = added_;
    while (is_due_in_step(begin, end, dt) && events_.begin()->number < first_new) {
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
