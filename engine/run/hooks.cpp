#include "engine/run/hooks.hpp"

#include <algorithm>
#include <stdexcept>

#include "engine/event/simulation_error.hpp"

namespace ranvier::engine {

Hooks::Id Hooks::add_initialize_handler(int stage, std::function<void()> call) {
    if (stage < 0 || stage > 3) throw std::invalid_argument("FInitializeHandler: the type must be 0, 1, 2 or 3");
    handlers_.push_back({next_, stage, std::move(call)});
    return next_++;
}

void Hooks::remove_initialize_handler(Id id) {
    std::erase_if(handlers_, [id](const Handler& handler) { return handler.id == id; });
}

void Hooks::run_initialize_handlers(int stage) const {
    const std::vector<Handler> all = handlers_;  // a handler may add or remove some
    for (const Handler& handler : all) {
        if (handler.stage == stage) handler.call();
    }
}

Hooks::Id Hooks::add_step_hook(std::function<void()> call) {
    step_hooks_.push_back({next_, std::move(call)});
    return next_++;
}

void Hooks::remove_step_hook(Id id) {
    std::erase_if(step_hooks_, [id](const StepHook& hook) { return hook.id == id; });
}

void Hooks::run_step_hooks() const {
    if (step_hooks_.empty()) return;
    const std::vector<StepHook> all = step_hooks_;  // a hook may add or remove some
    for (const StepHook& hook : all) hook.call();
}

void Hooks::add_sample_taker(const void* owner, std::function<void()> take) {
    sample_takers_.push_back({owner, 1, std::move(take)});
}

void Hooks::set_longest_window(const void* owner, std::int64_t most_steps) {
    for (SampleTaker& taker : sample_takers_) {
        if (taker.owner == owner) taker.most_steps = most_steps;
    }
}

void Hooks::remove_sample_taker(const void* owner) {
    std::erase_if(sample_takers_, [owner](const SampleTaker& taker) { return taker.owner == owner; });
}

std::int64_t Hooks::longest_window(std::int64_t steps) const {
    for (const SampleTaker& taker : sample_takers_) steps = std::min(steps, taker.most_steps);
    return steps;
}

void Hooks::show_progress(const exchange::Transport& transport, double t_ms) {
    if (!progress_ || transport.clock() < next_progress_) return;
    next_progress_ = transport.clock() + .1;
    progress_(t_ms);
}

void Hooks::find_not_finite(const std::string& message) const {
    if (!not_finite_) throw SimulationError(message);
    not_finite_(message);
}

}  // namespace ranvier::engine
