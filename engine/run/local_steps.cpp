// Variable steps of each cell alone (Lytton & Hines 2005, Neural Comput. 17:903-921), on any number of ranks.
//
// Always the cell that is behind goes on, unless an event comes before it. So an event finds each cell within its last
// step or at its beginning, and what a cell does depends on its own events alone. Ranks exchange spikes at times before
// which nothing can arrive any more. No cell stops there: a step may lead beyond, and an event takes the cell back.
#include <algorithm>

#include "engine/event/network_state.hpp"
#include "engine/run/simulation_state.hpp"
#include "exchange/transport/typed.hpp"

namespace ranvier::engine {

using exchange::Task;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double no_event = 1e100;  // a step doesn't look at what is due later [ms]

}  // namespace

// --- order ----------------------------------------------------------------------------------------------------------

void Simulation::State::order_local_steps() {
    integrator_order.reset(integrators.size(), model.t);
    for (std::uint32_t k = 0; k < integrators.size(); ++k) {
        integrators[k]->on_retreat = [this, k] { note_time(k); };
    }
    const auto& blocks = delivery.blocks();
    list_memory_of_cells();
    event_order.reset(blocks.size(), infinity);
    changed_blocks.reset(blocks.size());
    knows_changes = true;
    const std::uint32_t running = delivery.running_blocks();
    for (std::uint32_t b = 0; b < running; ++b) {  // what waits in an idle cell never happens
        blocks[b]->queue.report_to(&changed_blocks, b);
        changed_blocks.note(b);
    }
}

// Where the cells together are more than a processor keeps near, the next one is asked for while one is busy: a cell at
// rest takes steps so seldom that it finds nothing where it left it.
void Simulation::State::list_memory_of_cells() {
    constexpr std::size_t near = std::size_t{4} << 20;  // [bytes]
    memory_of_cell.assign(integrators.size(), {});
    std::size_t bytes = 0;
    for (std::size_t k = 0; k < integrators.size(); ++k) {
        integrators[k]->list_memory(memory_of_cell[k]);
        memory_of_cell[k].finish();
        bytes += memory_of_cell[k].bytes();
    }
    if (bytes <= near || integrators.size() < 2) memory_of_cell.clear();
}

void Simulation::State::note_time(std::uint32_t k) {
    integrator_order.set(k, integrators[k]->t());
    changed_blocks.note(integrators[k]->blocks().front().second);  // a crossing may wait
}

void Simulation::State::order_events() {
    for (const std::uint32_t b : changed_blocks.numbers()) {
        const EventQueue& queue = delivery.blocks()[b]->queue;
        double next = queue.empty() ? infinity : queue.top().t;
        const std::uint32_t k = integrator_of_block[b];
        if (k != nothing) next = std::min(next, integrators[k]->next_crossing());
        event_order.set(b, next);
    }
    changed_blocks.forget();
}

double Simulation::State::next_local_event() {
    order_events();
    const double first = event_order.first_time();
    return script_events.empty() ? first : std::min(first, script_events.front().t);
}

// --- one thing at a time --------------------------------------------------------------------------------------------

void Simulation::State::deliver_in_one() {
    const double due = event_order.first_time();
    if (!script_events.empty() && script_events.front().t < due) return run_script_events(script_events.front().t);
    if (due == infinity) return;
    const std::uint32_t b = event_order.first();
    BlockEvents& events = *delivery.blocks()[b];
    const std::uint32_t k = integrator_of_block[b];
    if (k != nothing && integrators[k]->next_crossing() <= due) {
        integrators[k]->send_crossings(due);
        note_time(k);
    } else {
        events.deliver_first();
        check_failed(events);
    }
    take_spikes();
}

void Simulation::State::local_microstep() {
    if (next_local_event() <= integrator_order.first_time()) return deliver_in_one();
    const std::uint32_t k = integrator_order.first();
    if (!memory_of_cell.empty()) integrators[k]->ask_for(memory_of_cell[integrator_order.second()]);
    guard_step(*integrators[k], [&] { integrators[k]->handle_step(no_event); });
    note_time(k);
    take_spikes();
}

// --- advances -------------------------------------------------------------------------------------------------------

void Simulation::State::advance_local_by_step() {
    if (!alone()) {
        throw SimulationError(
            "fadvance() with local steps advances one cell of one rank: on several ranks call pc.psolve(tstop) or "
            "cvode.solve(tstop)");
    }
    const double began = integrator_order.first_time(), due = next_local_event();
    if (began == infinity && due == infinity) return;
    while (integrator_order.first_time() <= began && next_local_event() <= due && !variable_run_stops()) {
        feed_patterns_to(std::min(integrator_order.first_time(), next_local_event()));
        local_microstep();
    }
    model.t = std::min(integrator_order.first_time(), due);
}

/// The exchange goes by what it is told at the beginning of intervals.
Task<void> Simulation::State::begin_variable_intervals() {
    if (alone() || dt_of_interval == variable_interval) co_return;
    if (step > 0 && (!interval_times.empty() || exchange->holds_spikes())) co_await finish_interval();
    if (exchange->goes_by_delays() && connected_clock != exchange_clock()) co_await agree();
    check_interval();
    start_interval();
}

// An event without a statement ends the advance: on all ranks, wherever it is.
Task<double> Simulation::State::agree_on_end(double tout) {
    if (alone()) co_return tout;
    double end = tout;
    for (const ScriptEvent& event : script_events) {
        if (!event.call) end = std::min(end, event.t);
    }
    co_await transport.allreduce(std::span<double>(&end, 1), exchange::Reduce::min);
    co_return end;
}

Task<void> Simulation::State::advance_local(double tout) {
    co_await begin_variable_intervals();
    if (alone()) exchange_t = model.t;
    const double end = co_await agree_on_end(tout);
    bool may_stop = prepared_callbacks || !script_events.empty();
    if (!alone()) may_stop = co_await exchange::any_over_ranks(transport, may_stop);
    for (bool at_end = false; !at_end;) {
        double til = end;
        if (!alone()) {
            const auto units = static_cast<double>(exchange->next_boundary() - step);
            til = std::min(end, exchange_t + units * (1 - 1e-6) * exchange_unit());
        } else if (patterns.any()) {
            til = std::min(end, exchange_t + interval_upper);
        }
        at_end = til >= end;
        feed_patterns_to(til);
        while (integrator_order.first_time() < til || next_local_event() < til) {
            local_microstep();
            if (variable_run_stops() && alone()) co_return;
            if (ends_at_event) {
                throw SimulationError(
                    "an event without a statement, which ends the run, came about amid a run of several ranks: they "
                    "must know of it before, or call stoprun");
            }
        }
        if (!alone()) step = at_end ? step + 1 : exchange->next_boundary();
        exchange_t = til;
        co_await finish_interval();
        if (may_stop && !alone() && co_await exchange::any_over_ranks(transport, stop_requested)) {
            model.t = til;
            co_return;
        }
    }
    if (!alone() && exchange->holds_spikes()) co_await finish_interval();
    while (integrator_order.first_time() < end || next_local_event() <= end) {
        local_microstep();
        if (variable_run_stops() && (alone() || ends_at_event)) co_return;
    }
    for (std::uint32_t k = 0; k < integrators.size(); ++k) {
        integrators[k]->interpolate(end);
        note_time(k);
        integrators[k]->record();
    }
    model.t = end;
}

}  // namespace ranvier::engine
