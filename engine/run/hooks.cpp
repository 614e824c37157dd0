#include "engine/run/hooks.hpp"

#include <memory>
#include <stdexcept>

#include "engine/event/simulation_error.hpp"

namespace ranvier::engine {

namespace {

/// The first id of a stage: the handlers of a stage are next to each other, in order of registration. There is room for
/// 2^30 in the life of a process.
constexpr Hooks::Id first_of(int stage) {
    return static_cast<Hooks::Id>(stage) << 30;
}

}  // namespace

Hooks::Id Hooks::add_initialize_handler(int stage, std::function<void()> call) {
    if (stage < 0 || stage > 3) throw std::invalid_argument("FInitializeHandler: the type must be 0, 1, 2 or 3");
    const Id id = first_of(stage) + next_++;
    // Shared: a run copies what it calls.
    const auto shared = std::make_shared<const std::function<void()>>(std::move(call));
    handlers_.emplace(id, Handler{stage, [shared] { (*shared)(); }});
    return id;
}

void Hooks::remove_initialize_handler(Id id) {
    handlers_.erase(id);
}

void Hooks::run_initialize_handlers(int stage) const {
    std::vector<std::function<void()>> calls;  // a handler may add or remove some
    for (auto at = handlers_.lower_bound(first_of(stage)); at != handlers_.end() && at->second.stage == stage; ++at) {
        calls.push_back(at->second.call);
    }
    for (const auto& call : calls) call();
}

Hooks::Id Hooks::add_step_hook(std::function<void()> call) {
    step_hooks_.emplace(next_, std::move(call));
    return next_++;
}

void Hooks::remove_step_hook(Id id) {
    step_hooks_.erase(id);
}

void Hooks::run_step_hooks() const {
    if (step_hooks_.empty()) return;
    const auto all = step_hooks_;  // a hook may add or remove some
    for (const auto& [id, call] : all) call();
}

Hooks::Id Hooks::add_state_hook(StateMove move, std::function<void()> call) {
    state_hooks_.emplace(next_, MoveHook{move, std::move(call)});
    return next_++;
}

void Hooks::remove_state_hook(Id id) {
    state_hooks_.erase(id);
}

void Hooks::run_state_hooks(StateMove move) const {
    if (state_hooks_.empty()) return;
    const auto all = state_hooks_;  // a hook may add or remove some
    for (const auto& [id, hook] : all) {
        if (hook.move == move) hook.call();
    }
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
