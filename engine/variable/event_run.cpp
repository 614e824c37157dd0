#include "engine/variable/event_run.hpp"

#include <algorithm>

namespace ranvier::engine {

double EventRun::next_event() const {
    return std::min(between_.next_statement(), tables_.delivery().next_event());
}

double EventRun::next_before(double limit) {
    tables_.feed_patterns(limit + tables_.model().dt);
    return std::min(next_event(), limit);
}

void EventRun::advance(std::optional<double> tout) {
    constexpr double far_away = 1e6;  // [ms]
    const MeteredAdvance metered = between_.metered(Phase::deliver);
    between_.begin(!tout);
    Model& model = tables_.model();
    const double end = tout.value_or(model.t);
    bool stops = false;
    while (!stops && (next_event() <= end || next_before(end) < end)) {
        const double due = next_before(end);
        tables_.set_t(due);
        tables_.relay().settle(due);
        between_.run_statements(due);
        stops = between_.stops();
    }
    if (!stops) tables_.set_t(tout ? *tout : next_before(model.t + far_away));
    between_.end();
}

}  // namespace ranvier::engine
