#include "engine/run/window.hpp"

#include <functional>

namespace ranvier::engine {

using exchange::Task;

bool Window::looks_at_each_step() const {
    return tables_.player().is_slow() || tables_.has_callbacks() || hooks_.act_at_steps();
}

void Window::run(std::int64_t steps) {
    if (looks_at_each_step()) {
        run_together();
    } else {
        run_alone(steps);
    }
}

void Window::run_alone(std::int64_t steps) {
    if (threads_.size() > 1) return run_on_threads(steps);
    // What comes before a single step takes less time than reading the clock.
    Ticks at = steps == 1 ? clock_.last() : clock_.lap(Phase::update);
    const std::uint32_t count = tables_.delivery().running_blocks();
    for (std::uint32_t b = 0; b < count; ++b) at = step_.advance(b, steps, 0, at);
    clock_.skip_to(at);
}

// While it waits, the run's thread sends spikes fired on other threads; when these are done, it sends the rest.
void Window::run_on_threads(std::int64_t steps) {
    const std::function<void()> pass_on = [&relay = tables_.relay()] { relay.pass_on(); };
    const auto act = [&](std::uint32_t b, int thread, Ticks at) { return step_.advance(b, steps, thread, at); };
    if (tables_.is_alone()) return run_timed(steps, act);
    run_timed(steps, act, pass_on);
    pass_on();
}

/// Calls act(block, thread, begin), which returns the time of its end, for each block, on its thread where threads save
/// time; counts how long threads wait. `steps`: of the window.
template <class Act>
void Window::run_timed(std::int64_t steps, Act act, const std::function<void()>& while_waiting) {
    if (threads_.size() < 2) return run_timed_here(act);
    if (tables_.always_threads()) return run_timed_there(act, while_waiting);
    const Ticks began = clock_.lap(Phase::update);
    if (choice_.on_threads()) {
        run_timed_there(act, while_waiting);
    } else {
        run_timed_here(act);
    }
    choice_.ended(steps, clock_.last() - began);
}

/// The same on all threads.
template <class Act>
void Window::run_timed_there(Act act, const std::function<void()>& while_waiting) {
    const Ticks begin = clock_.lap(Phase::update);
    busy_.assign(static_cast<std::size_t>(threads_.size()), {begin, begin});
    const auto timed = [&](std::uint32_t b, int thread) {
        Busy& busy = busy_[static_cast<std::size_t>(thread)];
        if (busy.last == begin) busy.first = busy.last = ticks();
        busy.last = act(b, thread, busy.last);
    };
    threads_.for_each_block(timed, while_waiting);
    const Ticks end = ticks();
    Ticks waited = 0;
    for (const Busy& busy : busy_) waited += (busy.first - begin) + (end - busy.last);
    clock_.add(Phase::wait, waited / threads_.size());
    clock_.skip_to(end);
}

/// The same on the run's thread, for which all others wait.
template <class Act>
void Window::run_timed_here(Act act) {
    const Ticks begin = clock_.lap(Phase::update);
    Ticks at = begin;
    threads_.for_each_block_here([&](std::uint32_t b, int thread) { at = act(b, thread, at); });
    clock_.add(Phase::wait, (at - begin) * (threads_.size() - 1) / threads_.size());
    clock_.skip_to(at);
}

template <class Act>
void Window::for_each_block(Act act) {
    const std::uint32_t count = tables_.delivery().running_blocks();
    for (std::uint32_t b = 0; b < count; ++b) step_.guard(b, act);
}

// On this thread alone, because a script may read anything.
void Window::run_together() {
    Model& model = tables_.model();
    const double t = model.t;
    clock_.lap(Phase::update);
    for_each_block([&](std::uint32_t b) { step_.deliver_due(b); });
    clock_.lap(Phase::deliver);
    run_hooks();
    for_each_block([&](std::uint32_t b) { step_.solve_voltages(b); });
    for_each_block([&](std::uint32_t b) { step_.end_time(b); });
    run_state_hooks();
    model.t = t + .5 * model.dt;
    for_each_block([&](std::uint32_t b) { step_.advance_states(b); });
    model.t += .5 * model.dt;
    for_each_block([&](std::uint32_t b) { step_.record(b); });
    clock_.lap(Phase::update);
    for_each_block([&](std::uint32_t b) { step_.finish(b, 0); });
    clock_.lap(Phase::deliver);
    record_slow();
    model.t = t;
}

void Window::run_hooks() {
    if (!hooks_.act_at_steps()) return;
    hooks_.run_step_hooks();
    clock_.lap(Phase::script);
}

/// As in NEURON, scripts see the time at which the step began.
void Window::run_state_hooks() {
    if (!hooks_.has_state_hooks()) return;
    clock_.lap(Phase::update);
    hooks_.run_state_hooks(StateMove::scatter);
    clock_.lap(Phase::script);
}

/// Samples that only a function can read.
void Window::record_slow() {
    tables_.player().record_step_slow(tables_.model().t);
    if (tables_.player().is_slow()) clock_.lap(Phase::script);
}

// First all potentials, then transferred values, then states.
Task<void> Window::run_transferring() {
    Model& model = tables_.model();
    const bool is_here = looks_at_each_step();
    const auto run = [&](auto part) {
        const auto act = [&](std::uint32_t b, int thread, Ticks at) {
            BlockTimer timer(*tables_.delivery().blocks()[b], at);
            step_.guard(b, [&](std::uint32_t block) { part(block, thread, timer); });
            return timer.update();
        };
        if (is_here) return run_timed_here(act);
        run_timed(1, act);
    };
    const double t = model.t;
    run([&](std::uint32_t b, int, BlockTimer& timer) {
        step_.deliver_due(b);
        timer.deliver();
        if (!hooks_.act_at_steps()) step_.solve_voltages(b);
    });
    if (hooks_.act_at_steps()) {
        run_hooks();
        run([&](std::uint32_t b, int, BlockTimer&) { step_.solve_voltages(b); });
    }
    const bool has_state_hooks = hooks_.has_state_hooks();
    if (has_state_hooks) {
        run([&](std::uint32_t b, int, BlockTimer&) { step_.end_time(b); });
        run_state_hooks();  // in NEURON, too, targets have their former values here
    }
    model.t = t + .5 * model.dt;
    co_await transfer();
    model.t += .5 * model.dt;
    run([&](std::uint32_t b, int thread, BlockTimer& timer) {
        if (!has_state_hooks) step_.end_time(b);
        step_.advance_states(b);
        step_.record(b);
        timer.update();
        step_.finish(b, thread);
        timer.deliver();
    });
    if (threads_.size() > 1) tables_.relay().pass_on();
    record_slow();
    model.t = t;
}

Task<void> Window::transfer() {
    const TimedMeeting meeting(clock_, tables_.transport(), Phase::collocate);
    co_await tables_.transfers().transfer(tables_.transport());
}

}  // namespace ranvier::engine
