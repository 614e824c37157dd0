// One fixed step of one block, in NEURON's order (docs: "fadvance"; Hines & Carnevale 1997, Neural Comput.
// 9:1179-1209).
#include <fmt/format.h>

#include <chrono>

#include "engine/run/simulation_state.hpp"

namespace ranvier::engine {

namespace {

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Below this many compartments reading the clock would cost more than what it measures.
constexpr std::size_t worth_timing = 64;
/// A stretch of so many steps of fewer compartments is timed as a whole.
constexpr std::int64_t steps_worth_timing = 8;

}  // namespace

void Simulation::State::check_failed(const BlockEvents& events) const {
    if (!events.error.empty()) throw SimulationError(events.error);
}

// A kernel told us by services->fail what happened; the block's own message is only that something did.
void Simulation::State::rethrow(BlockEvents& events) const {
    check_failed(events);
    try {
        throw;
    } catch (const MechanismError& e) {
        throw SimulationError(fmt::format("{} (t = {:g} ms)", e.what(), events.block.t));
    }
}

void Simulation::State::begin_step(BlockEvents& events, std::uint32_t b) {
    deliver_due(events);
    solve_voltages(events, b);
}

// Thresholds, events up to t + dt/2.
void Simulation::State::deliver_due(BlockEvents& events) {
    Block& block = events.block;
    const bool timed = block.compartment_count() >= worth_timing;
    const double begin = timed ? now() : 0;
    events.check_thresholds();
    events.deliver(block.t + .5 * model.dt);
    check_failed(events);
    if (timed) events.deliver_s += now() - begin;
}

// Currents at t + dt/2, voltages.
void Simulation::State::solve_voltages(BlockEvents& events, std::uint32_t b) {
    Block& block = events.block;
    const bool timed = block.compartment_count() >= worth_timing;
    const double begin = timed ? now() : 0;
    block.t += .5 * model.dt;
    player.play_continuous(b, block.t);
    block.setup_matrix();
    block.solve();
    block.update_voltage();
    if (timed) events.update_s += now() - begin;
}

void Simulation::State::end_step(BlockEvents& events, std::uint32_t b) {
    Block& block = events.block;
    const bool timed = block.compartment_count() >= worth_timing;
    const double begin = timed ? now() : 0;
    block.t += .5 * model.dt;
    player.play_continuous(b, block.t);
    block.advance_states();
    if (timed) events.update_s += now() - begin;
}

// NEURON delivers here what is due up to t. Of that, what lies within rounding of t waits for the next step unless the
// caller of the run looks now: a spike from another block or rank may still belong before it. State is the same.
void Simulation::State::finish_step(BlockEvents& events, std::uint32_t b, bool last) {
    Block& block = events.block;
    block.before_step();
    player.record_step(b);
    events.deliver(last ? block.t : block.t - waiting_part * model.dt);
    check_failed(events);
}

void Simulation::State::advance_block(std::uint32_t b, std::int64_t steps) {
    BlockEvents& events = *delivery.blocks()[b];
    const std::size_t compartments = events.block.compartment_count();
    const bool timed = compartments < worth_timing && steps >= steps_worth_timing;
    const double begin = timed ? now() : 0;
    try {
        for (std::int64_t k = 0; k < steps; ++k) {
            begin_step(events, b);
            end_step(events, b);
            finish_step(events, b, false);
        }
    } catch (const MechanismError&) {
        rethrow(events);
    }
    if (timed) (compartments == 0 ? events.deliver_s : events.update_s) += now() - begin;
}

void Simulation::State::check_finite() const {
    for (const auto& block : model.blocks()) {
        const std::ptrdiff_t i = block->find_not_finite();
        if (i < 0) continue;
        const Model::Place at = model.compartment_place(block->first_row() + static_cast<std::uint32_t>(i));
        throw SimulationError(
            fmt::format("the voltage in {}({:g}) is {} at t = {:g} ms: the simulation has diverged. A "
                        "smaller dt, or a look at the conductances there, may help",
                        at.section ? at.section->name() : "a compartment", at.x,
                        block->v()[static_cast<std::size_t>(i)], block->t));
    }
}

}  // namespace ranvier::engine
