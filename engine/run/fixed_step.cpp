#include "engine/run/fixed_step.hpp"

#include <chrono>

namespace ranvier::engine {

namespace {

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Below this many compartments or stepped cells, reading the clock would cost more than the work it measures.
constexpr std::size_t worth_timing = 64;
/// Smaller blocks are timed as a whole if they take at least this many steps.
constexpr std::int64_t steps_worth_timing = 8;

/// After this many compartments, counted once a step, a block says that it proceeds: rarely enough that threads do not
/// contend for the number that they change.
constexpr std::size_t compartments_between_signs = 1024;

/// Adds the time of a part of a step to the block's total, if the block is large enough.
class PartTimer {
  public:
    PartTimer(const BlockEvents& events, double& sum)
        : sum_(sum), is_on_(events.block.stepped_count() >= worth_timing), begin_(is_on_ ? now() : 0) {}
    ~PartTimer() {
        if (is_on_) sum_ += now() - begin_;
    }
    PartTimer(const PartTimer&) = delete;
    PartTimer& operator=(const PartTimer&) = delete;

  private:
    double& sum_;
    bool is_on_;
    double begin_;
};

}  // namespace

void FixedStep::advance(std::uint32_t b, std::int64_t steps, int thread) {
    BlockEvents& events = events_of(b);
    const std::size_t stepped = events.block.stepped_count();
    const bool timed = stepped < worth_timing && steps >= steps_worth_timing;
    const double begin = timed ? now() : 0;
    std::size_t unsaid = 0;
    guard(b, [&](std::uint32_t) {
        for (std::int64_t k = 0; k < steps; ++k) {
            if (unsaid >= compartments_between_signs) interruptions_.proceed();
            unsaid = unsaid >= compartments_between_signs ? 0 : unsaid + stepped + 1;
            deliver_due(b);
            solve_voltages(b);
            advance_states(b);
            finish(b, thread);
        }
    });
    if (timed) (stepped == 0 ? events.deliver_s : events.update_s) += now() - begin;
    const auto work = static_cast<std::int64_t>(stepped + 1) * steps;
    const bool has_parts = stepped >= worth_timing || (timed && stepped == 0);
    events.work += work;
    if (!has_parts) events.untimed_work += work;
}

void FixedStep::deliver_due(std::uint32_t b) {
    BlockEvents& events = events_of(b);
    const PartTimer timer(events, events.deliver_s);
    events.check_thresholds();
    events.deliver(events.block.t + .5 * model_.dt);
    events.check_failed();
}

void FixedStep::solve_voltages(std::uint32_t b) {
    BlockEvents& events = events_of(b);
    Block& block = events.block;
    const PartTimer timer(events, events.update_s);
    block.t += .5 * model_.dt;
    player_.play_continuous(b, block.t);
    block.setup_matrix();
    block.solve();
    block.update_voltage();
}

void FixedStep::advance_states(std::uint32_t b) {
    BlockEvents& events = events_of(b);
    Block& block = events.block;
    const PartTimer timer(events, events.update_s);
    block.t += .5 * model_.dt;
    player_.play_continuous(b, block.t);
    block.advance_states();
}

// NEURON delivers all events up to t here. Ranvier lets events within rounding of t wait for the next step, unless the
// run pauses now: a spike from another block or rank may still precede them. The state is the same.
void FixedStep::finish(std::uint32_t b, int thread) {
    BlockEvents& events = events_of(b);
    Block& block = events.block;
    block.before_step();
    player_.record_step(b);
    events.deliver(block.t - waiting_part * model_.dt);
    events.check_failed();
    relay_.end_step(events, thread);
}

}  // namespace ranvier::engine
