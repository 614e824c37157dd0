#include "engine/run/fixed_step.hpp"

#include <cstddef>

namespace ranvier::engine {

namespace {

/// After this many compartments, counted once a step, a block says that it proceeds: rarely enough that threads do not
/// contend for the number that they change.
constexpr std::size_t compartments_between_signs = 1024;

}  // namespace

Ticks FixedStep::advance(std::uint32_t b, std::int64_t steps, int thread, Ticks at) {
    BlockEvents& events = events_of(b);
    const std::size_t stepped = events.block.stepped_count();
    BlockTimer timer(events, at);
    std::size_t unsaid = 0;
    guard(b, [&](std::uint32_t) {
        for (std::int64_t k = 0; k < steps; ++k) {
            if (unsaid >= compartments_between_signs) interruptions_.proceed();
            unsaid = unsaid >= compartments_between_signs ? 0 : unsaid + stepped + 1;
            deliver_due(b);
            if (stepped > 0) timer.deliver();  // a block without cells only delivers
            solve_voltages(b);
            end_time(b);
            advance_states(b);
            record(b);
            if (stepped > 0) timer.update();
            finish(b, thread);
        }
    });
    return timer.deliver();
}

void FixedStep::deliver_due(std::uint32_t b) {
    BlockEvents& events = events_of(b);
    events.check_thresholds(exchange::threshold_offset);
    events.deliver(events.block.t + .5 * model_.dt);
    events.failures().check();
}

void FixedStep::solve_voltages(std::uint32_t b) {
    BlockEvents& events = events_of(b);
    Block& block = events.block;
    block.t += .5 * model_.dt;
    player_.play_continuous(b, block.t);
    block.setup_matrix();
    block.solve();
    block.update_voltage();
}

void FixedStep::end_time(std::uint32_t b) {
    Block& block = events_of(b).block;
    block.t += .5 * model_.dt;
    player_.play_continuous(b, block.t);
}

void FixedStep::advance_states(std::uint32_t b) {
    events_of(b).block.advance_states();
}

void FixedStep::record(std::uint32_t b) {
    events_of(b).block.before_step();
    player_.record_step(b);
}

// NEURON delivers all events up to t here. Ranvier lets events within rounding of t wait for the next step, unless the
// run pauses now: a spike from another block or rank may still precede them. The state is the same.
void FixedStep::finish(std::uint32_t b, int thread) {
    BlockEvents& events = events_of(b);
    events.deliver(events.block.t - waiting_part * model_.dt);
    events.failures().check();
    relay_.end_step(events, thread);
}

}  // namespace ranvier::engine
