#include "engine/variable/global_steps.hpp"

#include <algorithm>

namespace ranvier::engine {

double GlobalSteps::next_event() const {
    return std::min({between_.next_statement(), integrators_[0].next_crossing(), tables_.delivery().next_event()});
}

// Delivers all due events, then runs script statements, which see the effects of the events.
void GlobalSteps::deliver(double til) {
    between_.lap(Phase::update);
    integrators_[0].send_crossings(til);
    for (const auto& events : tables_.blocks()) {
        events->deliver(til);
        events->failures().check();
    }
    tables_.relay().end_window();
    between_.lap(Phase::deliver);
    between_.run_statements(til);
}

// Returns whether the integrator restarted. A statement may replace the integrators.
bool GlobalSteps::microstep() {
    bool restarted = false;
    integrators_.guard(0, [&] {
        const double t = integrators_[0].t();
        tables_.feed_patterns(t);
        const double due = next_event();
        if (due <= t) {
            deliver(due);
        } else {
            restarted = integrators_[0].handle_step(due) == VariableIntegrator::Done::restarted;
            tables_.relay().end_window();
        }
        tables_.feed_patterns(integrators_[0].t());
        const double next = next_event();
        if (next < integrators_[0].t()) integrators_[0].interpolate(next);
    });
    tables_.model().t = integrators_[0].t();
    return restarted;
}

void GlobalSteps::advance(std::optional<double> tout) {
    const auto t = [&] { return integrators_[0].t(); };
    if (!tout) {
        const double began = t();
        bool restarted = false;
        while (t() <= began && !restarted && !between_.stops()) restarted = microstep();
        return;
    }
    while (t() < *tout || next_event() < *tout) {
        microstep();
        if (between_.stops()) return;
    }
    integrators_[0].interpolate(*tout);
    tables_.model().t = t();
    integrators_[0].record();
}

}  // namespace ranvier::engine
