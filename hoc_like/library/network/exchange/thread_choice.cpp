#include "hoc_like/library/network/exchange/thread_choice.hpp"

#include <fmt/format.h>

#include "engine/simulation/simulation.hpp"

namespace ranvier::hoc {

void ThreadChoice::fix(int n) {
    fixed_ = n;
    simulation_.threads().set_wanted(n);
}

void ThreadChoice::wish(int n, bool in_parallel) {
    wished_ = n;
    const int running = in_parallel ? n : 1;
    if (!fixed_) simulation_.threads().set_wanted(running);
    if (fixed_ && running != *fixed_) unheeded_ = running;
}

std::string ThreadChoice::notice() const {
    std::string text;
    if (unheeded_) text = fmt::format("{}, not {} as pc.nthread says", *fixed_, *unheeded_);
    const engine::Simulation::ThreadUse used = simulation_.threads_in_use();
    if (used.why_fewer.empty()) return text;
    if (!text.empty()) text += "; ";
    return text + fmt::format("{} of {} used: {}", used.count, simulation_.threads().wanted(), used.why_fewer);
}

}  // namespace ranvier::hoc
