#include "engine/run/window.hpp"

#include <functional>

namespace ranvier::engine {

using exchange::Task;

bool Window::looks_at_each_step() const {
    return tables_.player().is_slow() || tables_.has_callbacks() || hooks_.has_step_hooks();
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
    const std::uint32_t count = tables_.delivery().running_blocks();
    for (std::uint32_t b = 0; b < count; ++b) step_.advance(b, steps, 0);
}

// While it waits, the run's thread sends spikes fired on other threads; when these are done, it sends the rest.
void Window::run_on_threads(std::int64_t steps) {
    const std::function<void()> pass_on = [&relay = tables_.relay()] { relay.while_waiting(); };
    const auto act = [&](std::uint32_t b, int thread) { step_.advance(b, steps, thread); };
    if (tables_.is_alone()) return threads_.for_each_block(act);
    threads_.for_each_block(act, pass_on);
    pass_on();
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
    for_each_block([&](std::uint32_t b) { step_.deliver_due(b); });
    hooks_.run_step_hooks(StepPhase::after_events);
    for_each_block([&](std::uint32_t b) { step_.solve_voltages(b); });
    model.t = t + .5 * model.dt;
    for_each_block([&](std::uint32_t b) { step_.advance_states(b); });
    model.t += .5 * model.dt;
    for_each_block([&](std::uint32_t b) { step_.finish(b, 0); });
    tables_.player().record_step_slow(model.t);
    model.t = t;
}

// First all potentials, then transferred values, then states.
Task<void> Window::run_transferring() {
    Model& model = tables_.model();
    const bool is_here = looks_at_each_step();
    const auto run = [&](auto part) {
        const auto act = [&](std::uint32_t b, int thread) {
            step_.guard(b, [&](std::uint32_t block) { part(block, thread); });
        };
        if (is_here) return threads_.for_each_block_here(act);
        threads_.for_each_block(act);
    };
    const double t = model.t;
    run([&](std::uint32_t b, int) {
        step_.deliver_due(b);
        if (!hooks_.has_step_hooks()) step_.solve_voltages(b);
    });
    if (hooks_.has_step_hooks()) {
        hooks_.run_step_hooks(StepPhase::after_events);
        run([&](std::uint32_t b, int) { step_.solve_voltages(b); });
    }
    model.t = t + .5 * model.dt;
    co_await tables_.transfers().transfer(tables_.transport());
    model.t += .5 * model.dt;
    run([&](std::uint32_t b, int thread) {
        step_.advance_states(b);
        step_.finish(b, thread);
    });
    tables_.player().record_step_slow(model.t);
    model.t = t;
}

}  // namespace ranvier::engine
