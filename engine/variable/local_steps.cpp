#include "engine/variable/local_steps.hpp"

#include <algorithm>

#include "exchange/transport/typed.hpp"

namespace ranvier::engine {

using exchange::Task;

namespace {

constexpr double no_time = std::numeric_limits<double>::infinity();
constexpr double no_event = 1e100;  // a step ignores later events [ms]

}  // namespace

LocalSteps::LocalSteps(RunTables& tables, Intervals& intervals, Integrators& integrators, BetweenSteps& between)
    : tables_(tables), intervals_(intervals), integrators_(integrators), between_(between) {
    integrators.on_change(
        [this] {
            if (integrators_.are_local()) order();
        },
        [this] { forget(); });
    between.set_time([this] { return integrators_.are_local() ? first_time() : tables_.model().t; });
}

// --- order ----------------------------------------------------------------------------------------------------------

void LocalSteps::order() {
    cells_.reset(integrators_.size(), tables_.model().t);
    for (std::uint32_t k = 0; k < integrators_.size(); ++k) {
        integrators_[k].on_retreat = [this, k] { note_time(k); };
    }
    const auto& blocks = tables_.blocks();
    list_memory_of_cells();
    events_.reset(blocks.size(), no_time);
    changed_.reset(blocks.size());
    const std::uint32_t running = tables_.delivery().running_blocks();
    for (std::uint32_t b = 0; b < running; ++b) {  // pending events of idle cells are never delivered
        blocks[b]->queue().report_to(&changed_, b);
        changed_.note(b);
    }
}

void LocalSteps::forget() {
    for (const auto& events : tables_.blocks()) events->queue().report_to(nullptr, 0);
}

// If the cells together exceed the cache, the next one is prefetched while another one is computed: a cell at rest
// steps so rarely that its data have left the cache.
void LocalSteps::list_memory_of_cells() {
    constexpr std::size_t near = std::size_t{4} << 20;  // [bytes]
    memory_of_cell_.assign(integrators_.size(), {});
    std::size_t bytes = 0;
    for (std::size_t k = 0; k < integrators_.size(); ++k) {
        integrators_[k].list_memory(memory_of_cell_[k]);
        memory_of_cell_[k].finish();
        bytes += memory_of_cell_[k].bytes();
    }
    if (bytes <= near || integrators_.size() < 2) memory_of_cell_.clear();
}

void LocalSteps::note_time(std::uint32_t k) {
    cells_.set(k, integrators_[k].t());
    changed_.note(integrators_[k].blocks().front().second);  // a crossing may be pending
}

void LocalSteps::note_times() {
    for (std::uint32_t k = 0; k < integrators_.size(); ++k) note_time(k);
}

void LocalSteps::order_events() {
    for (const std::uint32_t b : changed_.numbers()) {
        const EventQueue& queue = tables_.blocks()[b]->queue();
        double next = queue.empty() ? no_time : queue.top().t;
        const std::uint32_t k = integrators_.of_block(b);
        if (k != nothing) next = std::min(next, integrators_[k].next_crossing());
        events_.set(b, next);
    }
    changed_.forget();
}

double LocalSteps::next_event() {
    order_events();
    return std::min(events_.first_time(), between_.next_statement());
}

double LocalSteps::first_time() {
    return std::min(cells_.first_time(), next_event());
}

// --- one thing at a time --------------------------------------------------------------------------------------------

/// Only blocks whose queue has changed can have fired.
void LocalSteps::end_window() {
    tables_.relay().end_window(changed_.numbers());
}

void LocalSteps::deliver_first() {
    const double due = events_.first_time();
    if (between_.next_statement() < due) return between_.run_statements(between_.next_statement());
    if (due == no_time) return;
    const std::uint32_t b = events_.first();
    const std::uint32_t k = integrators_.of_block(b);
    if (k != nothing && integrators_[k].next_crossing() <= due) {
        integrators_[k].send_crossings(due);
        note_time(k);
    } else {
        BlockEvents& events = *tables_.blocks()[b];
        events.deliver_first();
        events.failures().check();
    }
    end_window();
}

void LocalSteps::microstep() {
    if (next_event() <= cells_.first_time()) return deliver_first();
    const std::uint32_t k = cells_.first();
    if (!memory_of_cell_.empty()) integrators_[k].system().ask_for(memory_of_cell_[cells_.second()]);
    integrators_.guard(k, [&] { integrators_[k].handle_step(no_event); });
    note_time(k);
    end_window();
}

// --- advances -------------------------------------------------------------------------------------------------------

void LocalSteps::advance_by_step() {
    if (!tables_.is_alone()) {
        throw SimulationError(
            "fadvance() with local steps advances one cell of one rank: on several ranks call pc.psolve(tstop) or "
            "cvode.solve(tstop)");
    }
    const double began = cells_.first_time(), due = next_event();
    if (began == no_time && due == no_time) return;
    while (cells_.first_time() <= began && next_event() <= due && !between_.stops()) {
        tables_.feed_patterns(first_time());
        microstep();
    }
    tables_.model().t = std::min(cells_.first_time(), due);
}

// An event without a statement ends the advance on all ranks, whichever rank has it.
Task<double> LocalSteps::agree_on_end(double tout) {
    if (tables_.is_alone()) co_return tout;
    double end = std::min(tout, between_.next_end());
    const TimedMeeting meeting(intervals_.meter().clock, tables_.transport(), Phase::update);
    co_await tables_.transport().allreduce(std::span<double>(&end, 1), exchange::Reduce::min);
    co_return end;
}

/// The time at which the ranks meet next, or at which more of a played raster is read.
double LocalSteps::next_meeting(double end) const {
    const ExchangeClock& clock = intervals_.clock();
    if (!clock.is_alone()) {
        const auto units = static_cast<double>(clock.next_boundary() - clock.step());
        return std::min(end, clock.interval_begin() + units * (1 - 1e-6) * clock.unit());
    }
    return tables_.patterns().any() ? std::min(end, clock.interval_begin() + clock.longest_interval()) : end;
}

bool LocalSteps::advance_before(double til) {
    tables_.feed_patterns(til);
    while (cells_.first_time() < til || next_event() < til) {
        microstep();
        if (between_.stops() && tables_.is_alone()) return true;
        if (between_.ends_at_event()) {
            throw SimulationError(
                "an event without a statement, which ends the run, occurred during a parallel run: register it on "
                "every rank before the run, or call stoprun");
        }
    }
    return false;
}

bool LocalSteps::advance_to(double end) {
    while (cells_.first_time() < end || next_event() <= end) {
        microstep();
        if (between_.stops() && (tables_.is_alone() || between_.ends_at_event())) return true;
    }
    return false;
}

void LocalSteps::stop_at(double end) {
    for (std::uint32_t k = 0; k < integrators_.size(); ++k) {
        integrators_[k].interpolate(end);
        note_time(k);
        integrators_[k].record();
    }
    tables_.model().t = end;
}

/// At a boundary with other ranks: does what is asked of the run from outside. Returns whether the advance ends here,
/// on request or because a script stops it.
Task<bool> LocalSteps::ends_at(double t, bool may_stop) {
    Interruptions& interruptions = between_.interruptions();
    const TimedMeeting meeting(intervals_.meter().clock, tables_.transport(), Phase::collocate);
    if (interruptions.counts_down(false)) {
        const Ask asked = co_await interruptions.agree(tables_.transport());
        if (asked != Ask::none) interruptions.acted(asked, t, false);
    }
    bool ends = interruptions.ends_advance();
    if (!ends && may_stop) ends = co_await exchange::any_over_ranks(tables_.transport(), between_.stop_requested());
    if (ends) tables_.model().t = t;
    co_return ends;
}

Task<void> LocalSteps::advance(double tout) {
    ExchangeClock& clock = intervals_.clock();
    const bool is_alone = clock.is_alone();
    if (is_alone) {
        clock.set_interval_begin(tables_.model().t);
    } else if (clock.is_out_of_date()) {
        const LongWork work(between_.interruptions());
        co_await intervals_.begin_anew(tables_.patterns().any());
        clock.check_interval();
    }
    const double end = co_await agree_on_end(tout);
    bool may_stop = tables_.has_callbacks() || between_.has_statements();
    if (!is_alone) {
        const TimedMeeting meeting(intervals_.meter().clock, clock.transport(), Phase::update);
        may_stop = co_await exchange::any_over_ranks(clock.transport(), may_stop);
    }
    for (bool at_end = false; !at_end;) {
        const double til = next_meeting(end);
        at_end = til >= end;
        if (advance_before(til)) co_return;
        if (!is_alone) clock.set_step(at_end ? clock.step() + 1 : clock.next_boundary());
        clock.set_interval_begin(til);
        between_.lap(Phase::update);
        co_await intervals_.finish();
        bool ends = !is_alone;
        if (ends) ends = co_await ends_at(til, may_stop);
        if (ends) co_return;
    }
    if (!is_alone && clock.exchange().holds_spikes()) co_await intervals_.finish();
    if (!advance_to(end)) stop_at(end);
}

}  // namespace ranvier::engine
