#include "engine/hooks/hooks.hpp"

#include <algorithm>
#include <span>
#include <stdexcept>
#include <utility>

#include "engine/event/simulation_error.hpp"

namespace ranvier::engine {

namespace {

// An id of a handler or state hook is its number in its list, and above it which list that is.
constexpr int bits_of_number = 30;

std::size_t list_of(Hooks::Id id) {
    return id >> bits_of_number;
}

OrderedCalls::Id number_of(Hooks::Id id) {
    return id & ((Hooks::Id{1} << bits_of_number) - 1);
}

Hooks::Id add_to(std::span<OrderedCalls> lists, std::size_t list, std::function<void()> call) {
    return static_cast<Hooks::Id>(list << bits_of_number) | lists[list].add(std::move(call));
}

}  // namespace

Hooks::Id Hooks::add_initialize_handler(int stage, std::function<void()> call) {
    if (stage < 0 || stage > 3) throw std::invalid_argument("FInitializeHandler: the type must be 0, 1, 2 or 3");
    return add_to(initialize_handlers_, static_cast<std::size_t>(stage), std::move(call));
}

void Hooks::remove_initialize_handler(Id id) {
    initialize_handlers_.at(list_of(id)).remove(number_of(id));
}

void Hooks::run_initialize_handlers(int stage) {
    initialize_handlers_.at(static_cast<std::size_t>(stage)).run();
}

Hooks::Id Hooks::add_state_hook(StateMove move, std::function<void()> call) {
    return add_to(state_hooks_, static_cast<std::size_t>(move), std::move(call));
}

void Hooks::remove_state_hook(Id id) {
    state_hooks_.at(list_of(id)).remove(number_of(id));
}

void Hooks::run_state_hooks(StateMove move) {
    state_hooks_.at(static_cast<std::size_t>(move)).run();
}

bool Hooks::has_state_hooks() const {
    return std::ranges::any_of(state_hooks_, [](const OrderedCalls& calls) { return !calls.empty(); });
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
