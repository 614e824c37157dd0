#include "engine/variable/between_steps.hpp"

#include <fmt/format.h>

namespace ranvier::engine {

namespace {

constexpr std::int64_t steps_between_samples = 256;  // after which they are taken out
constexpr int steps_between_looks = 16;              // for reading the clock, which takes as long as a small mechanism

}  // namespace

void BetweenSteps::begin(bool by_step) {
    by_step_ = by_step;
    ends_at_event_ = false;
    hooks_.forget_stop();
    prepare();
    tables_.model().update_tables();
    if (!tables_.takes_variable_steps()) return;
    integrators_.check();
    integrators_.bind();
    integrators_.choose_when_to_follow(by_step);
}

void BetweenSteps::prepare() {
    const LongWork work(hooks_.interruptions());
    tables_.prepare();
    intervals_.clock().check_connected();
}

void BetweenSteps::end() {
    integrators_.follow();
    tables_.set_t(tables_.model().t);
    hooks_.sample_takers().take();
    tables_.relay().flush_raster(tables_.model().t);
}

void BetweenSteps::run_statements(double til) {
    const bool were_variable = tables_.takes_variable_steps();
    bool any = false;
    if (hooks_.events().next() <= til) lap(Phase::deliver);
    while (hooks_.events().next() <= til) {
        const ScriptEvents::ScriptEvent event = hooks_.events().take_first();
        tables_.model().t = event.t;
        for (std::size_t k = 0; k < integrators_.size(); ++k) integrators_[k].about_to_look(event.t);
        if (event.call) {
            for (std::size_t k = 0; event.restarts && k < integrators_.size(); ++k) integrators_[k].set_restart();
            event.call();
            any = true;
        } else {
            for (std::size_t k = 0; k < integrators_.size(); ++k) integrators_[k].record();
            ends_at_event_ = true;
        }
    }
    if (!any) return;
    lap(Phase::script);
    prepare();  // a script may have changed anything
    if (!were_variable) return;
    if (!tables_.takes_variable_steps()) {
        throw SimulationError(fmt::format(
            "a statement of cvode.event() at t = {:g} ms turned variable steps off: call cvode.active(0) between "
            "advances",
            tables_.model().t));
    }
    integrators_.bind();
    integrators_.choose_when_to_follow(by_step_);
}

/// On one rank; with several ranks, local steps look at their boundaries.
void BetweenSteps::do_what_is_asked() {
    Interruptions& interruptions = hooks_.interruptions();
    if (!tables_.is_alone() || !interruptions.counts_down(true)) return;
    const Ask asked = interruptions.decide_alone(tables_.transport());
    if (asked == Ask::none) return;
    interruptions.acted(asked, time_(), false);
    if (interruptions.ends_advance()) set_t(time_());
}

bool BetweenSteps::stops() {
    std::int64_t& steps = intervals_.meter().times.steps;
    ++steps;
    hooks_.interruptions().proceed();
    if (!intervals_.meter().is_counting()) intervals_.meter().proceed(time_());
    if (steps % steps_between_samples == 0) {
        hooks_.sample_takers().take();
        tables_.forget_now_and_then();
    }
    if (steps % steps_between_looks == 0) {
        hooks_.show_progress(tables_.transport(), time_());
        do_what_is_asked();
    }
    return hooks_.stop_requested() || ends_at_event_ || hooks_.interruptions().ends_advance();
}

}  // namespace ranvier::engine
