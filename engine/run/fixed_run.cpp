#include "engine/run/fixed_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/event/simulation_error.hpp"
#include "exchange/transport/typed.hpp"

namespace ranvier::engine {

using exchange::Task;

namespace {

/// The most steps in a window; limits the time between updates of progress and checks of voltages.
constexpr std::int64_t longest_window = 400;
constexpr double longest_wait = .1;  // for Ctrl-C at the prompt [s]
constexpr std::int64_t steps_between_checks = 40;
/// On one rank.
constexpr std::int64_t steps_between_boundaries = 40;

/// If a script takes one step at a time: asking whether progress is to be shown takes a tenth of a small cell's step.
constexpr std::int64_t steps_between_progress = 16;

}  // namespace

Task<void> FixedRun::advance(std::int64_t steps, bool ends_with_exchange) {
    const TimedAdvance timed(phases(), Phase::collocate, !hooks_.interruptions().is_prompt());
    prepare_advance();
    if (clock().may_differ()) co_await clock().meet();
    if (clock().is_out_of_date()) {
        const LongWork work(hooks_.interruptions());
        co_await intervals_.begin_anew(tables_.patterns().any());
    }
    begin_advance(steps, ends_with_exchange);
    if (stops_with_others_) may_stop_ = co_await any_rank(may_stop_, Phase::update);
    if (checkpoints_) {
        steps = co_await skip_to_checkpoint(steps);
        phases().lap(Phase::collocate);
        if (checkpoints_->is_skipping()) co_return;
    }
    while (steps > 0) {
        const std::int64_t n = begin_window(steps);
        if (tables_.transfers().active()) {
            co_await window_.run_transferring();
        } else {
            window_.run(n);
        }
        steps -= n;
        finish_window(n);
        check_finite_now_and_then(steps, ends_with_exchange);
        phases().lap(Phase::collocate);
        const bool at_boundary = is_at_boundary(n);
        if (at_boundary) co_await intervals_.finish();
        run_script_events(steps <= 0);
        show_progress();
        if (is_checkpoint_due(at_boundary)) co_await write_checkpoint();
        if (must_ask(at_boundary)) co_await do_what_is_asked();
        bool stops_here = may_have_to_stop();
        if (stops_here) stops_here = co_await stops(at_boundary);
        if (stops_here) {
            if (steps > 0) tables_.relay().settle(tables_.model().t);
            break;
        }
        if (steps > 0) prepare();  // a script may have changed anything
    }
    if (ends_with_exchange) clock().end_advance();
    if (must_finish_interval(ends_with_exchange)) {
        co_await intervals_.finish();
        tables_.relay().settle(tables_.model().t);
    }
}

bool FixedRun::may_wait() const {
    const bool is_before_boundary = (clock().step() + 1) % steps_between_boundaries == 0;
    return !clock().is_alone() || clock().is_out_of_date() || is_before_boundary || checkpoints_ ||
           hooks_.act_at_steps() || tables_.transfers().active() || tables_.network().recordings().raster();
}

bool FixedRun::advance_at_once() {
    if (may_wait()) return false;
    const TimedAdvance timed(phases(), Phase::collocate, !hooks_.interruptions().is_prompt());
    prepare_advance();
    begin_advance(1, false);
    window_.run(begin_window(1));
    finish_window(1);
    check_finite_now_and_then(0, false);
    run_script_events(true);
    show_progress();
    return true;
}

void FixedRun::begin_advance(std::int64_t steps, bool ends_with_exchange) {
    if (ends_with_exchange) clock().check_interval();
    hooks_.forget_stop();
    tables_.set_t(tables_.model().t);
    // Only a script can request a stop, and here only if the run calls scripts.
    may_stop_ = ends_with_exchange && (window_.looks_at_each_step() || !hooks_.events().empty());
    stops_with_others_ = ends_with_exchange && !clock().is_alone();
    is_single_ = steps == 1 && !ends_with_exchange && clock().is_alone();
}

/// Returns the number of steps in the window.
std::int64_t FixedRun::begin_window(std::int64_t wanted) {
    if (hooks_.act_at_steps()) {
        phases().lap(Phase::update);
        hooks_.conditions().look();
        phases().lap(Phase::script);
        tables_.prepare();
    }
    const std::int64_t n = window_steps(wanted);
    // A connection's delay may be 0, so deliveries are fed up to the end of the window; one step more covers events
    // that are delivered by the middle of a step.
    const Model& model = tables_.model();
    tables_.feed_patterns(model.t + static_cast<double>(n) * model.dt + model.dt);
    if (hooks_.interruptions().is_prompt()) window_began_ = clock().transport().clock();
    return n;
}

/// All due events are delivered before statements run, and before the advance returns.
void FixedRun::run_script_events(bool advance_ends) {
    const double t = tables_.model().t;
    const bool is_due = hooks_.events().is_due_in_step(begin_of_last_step_, t, tables_.model().dt);
    if (advance_ends || is_due) tables_.relay().settle(t);
    if (!is_due) return;
    phases().lap(Phase::deliver);
    hooks_.events().call_those_of_step(begin_of_last_step_, t, tables_.model().dt);
    phases().lap(Phase::script);
}

void FixedRun::prepare() {
    const LongWork work(hooks_.interruptions());
    tables_.prepare();
    clock().check_connected();
}

void FixedRun::prepare_advance() {
    prepare();
    tables_.transfers().check_set_up();
    tables_.model().update_tables();
}

Task<std::int64_t> FixedRun::skip_to_checkpoint(std::int64_t steps) {
    checkpoints_->begin_advance();
    if (!checkpoints_->is_skipping()) co_return steps;
    const std::int64_t taken = co_await checkpoints_->skip(steps);
    steps -= taken;
    if (checkpoints_->is_skipping()) co_return steps;
    if (hooks_.stop_requested()) {
        tables_.relay().settle(tables_.model().t);
        steps = 0;
    }
    prepare();
    co_return steps;
}

/// Number of steps that blocks may take independently, at least one.
std::int64_t FixedRun::window_steps(std::int64_t wanted) const {
    if (window_.is_one_step()) return 1;
    const Model& model = tables_.model();
    std::int64_t n = hooks_.sample_takers().longest_window(std::min(wanted, longest_window));
    if (!clock().is_alone()) n = std::min(n, clock().next_boundary() - clock().step());
    if (tables_.blocks().size() > 1) {
        n = std::min(n, clock().steps_within(tables_.delivery().tables().min_delay_between_blocks));
    }
    n = hooks_.events().steps_until_first(model.t, model.dt, n);
    n = intervals_.meter().steps_until_counting(model.t, model.dt, n);
    if (hooks_.interruptions().is_prompt()) n = std::min(n, prompt_steps_);
    return std::max<std::int64_t>(n, 1);
}

void FixedRun::finish_window(std::int64_t steps) {
    Model& model = tables_.model();
    const double begin = model.t;
    for (std::int64_t k = 0; k < steps; ++k) {
        begin_of_last_step_ = model.t;
        model.t = exchange::end_of_step(model.t, model.dt);
    }
    clock().count_steps(steps, begin);
    tables_.relay().set_settled(model.t - waiting_part * model.dt);
    intervals_.meter().times.steps += steps;
    intervals_.meter().times.simulated += model.t - begin;
    unchecked_steps_ += steps;
    hooks_.sample_takers().take();
    tables_.relay().end_window();
    if (!intervals_.meter().is_counting()) intervals_.meter().proceed(model.t);
    tables_.forget_now_and_then();
    hooks_.interruptions().proceed();
    if (hooks_.interruptions().is_prompt()) time_window(steps);
}

/// Learns how many steps a window may have for Ctrl-C to end it soon.
void FixedRun::time_window(std::int64_t steps) {
    const double passed = clock().transport().clock() - window_began_;
    const double wanted = static_cast<double>(steps) * longest_wait / std::max(passed, 1e-9);
    const auto most = static_cast<double>(std::min(2 * steps, longest_window));
    prompt_steps_ = static_cast<std::int64_t>(std::clamp(wanted, 1., most));
}

bool FixedRun::must_finish_interval(bool ends_with_exchange) const {
    if (!ends_with_exchange) return false;
    return clock().is_alone() ? tables_.relay().holds_raster() : clock().has_unfinished();
}

bool FixedRun::is_checkpoint_due(bool at_boundary) const {
    return at_boundary && checkpoints_ && checkpoints_->is_due(tables_.model().t);
}

Task<void> FixedRun::write_checkpoint() {
    const LongWork work(hooks_.interruptions());
    co_await checkpoints_->write();
    phases().lap(Phase::collocate);
}

/// Whether the ranks agree on requests from outside at this boundary.
bool FixedRun::must_ask(bool at_boundary) const {
    return at_boundary && hooks_.interruptions().counts_down(clock().is_alone());
}

/// At a boundary at which the ranks agree on requests from outside.
Task<void> FixedRun::do_what_is_asked() {
    Interruptions& interruptions = hooks_.interruptions();
    const Ask asked = co_await agree_on_ask();
    if (asked == Ask::none) co_return;
    const bool saves = asked != Ask::stop && checkpoints_ && checkpoints_->can_write();
    if (saves) co_await write_checkpoint();
    interruptions.acted(asked, tables_.model().t, saves);
}

void FixedRun::show_progress() {
    const std::int64_t steps = intervals_.meter().times.steps;
    if (!is_single_ || steps % steps_between_progress == 1) {
        hooks_.show_progress(clock().transport(), tables_.model().t);
    }
}

/// On one rank, the raster is written from time to time.
bool FixedRun::is_at_boundary(std::int64_t steps) const {
    if (!clock().is_alone()) return clock().step() >= clock().next_boundary();
    return steps > 1 || tables_.relay().holds_raster() || clock().step() % steps_between_boundaries == 0;
}

/// All ranks stop together, at a boundary, where they meet anyway.
Task<bool> FixedRun::stops(bool at_boundary) {
    if (hooks_.interruptions().ends_advance()) co_return true;
    if (clock().is_alone()) co_return hooks_.stop_requested();
    if (!may_stop_ || !at_boundary) co_return false;
    co_return co_await any_rank(hooks_.stop_requested(), Phase::collocate);
}

/// Whether a statement holds on any rank. `before`: the phase of the time that has passed until now.
Task<bool> FixedRun::any_rank(bool here, Phase before) {
    const TimedMeeting meeting(phases(), clock().transport(), before);
    co_return co_await exchange::any_over_ranks(clock().transport(), here);
}

Task<Ask> FixedRun::agree_on_ask() {
    if (clock().is_alone()) co_return hooks_.interruptions().decide_alone(clock().transport());
    const TimedMeeting meeting(phases(), clock().transport(), Phase::collocate);
    co_return co_await hooks_.interruptions().agree(clock().transport());
}

void FixedRun::check_finite_now_and_then(std::int64_t steps_left, bool ends_with_exchange) {
    const bool is_last = steps_left <= 0 && ends_with_exchange;
    if (unchecked_steps_ < steps_between_checks && !is_last) return;
    unchecked_steps_ = 0;
    check_finite();
}

void FixedRun::check_finite() const {
    const Model& model = tables_.model();
    for (const auto& block : model.blocks()) {
        const std::ptrdiff_t i = block->find_not_finite();
        if (i < 0) continue;
        const Model::Place at = model.compartment_place(block->first_row() + static_cast<std::uint32_t>(i));
        hooks_.find_not_finite(
            fmt::format("the voltage in {}({:g}) is {} at t = {:g} ms: the simulation has diverged. Use a smaller dt, "
                        "or check the conductances there",
                        at.section ? at.section->name() : "a compartment", at.x,
                        block->v()[static_cast<std::size_t>(i)], block->t));
        return;
    }
}

}  // namespace ranvier::engine
