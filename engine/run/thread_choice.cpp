#include "engine/run/thread_choice.hpp"

#include <algorithm>
#include <utility>

namespace ranvier::engine {

void ThreadChoice::ended(std::int64_t steps, Ticks took) {
    steps_ += steps;
    taken_ += took;
    if (++windows_ >= windows_of_round || taken_ >= moment_) end_round();
}

void ThreadChoice::end_round() {
    const auto taken = static_cast<double>(std::exchange(taken_, 0));
    const auto steps = static_cast<double>(std::exchange(steps_, 0));
    windows_ = 0;
    Way& present = way(on_threads_);
    const Way& other = way(!on_threads_);
    const double of_step = taken / steps;
    present.of_step = present.latest == 0 ? of_step : std::min(present.latest, of_step);
    present.latest = of_step;
    if (other.of_step == 0) return change_way();
    const bool is_slower = present.of_step > other.of_step;
    if (tries_) {
        tries_ = false;
        until_trial_ = std::max(10. * static_cast<double>(moment_), (of_step - other.of_step) * steps / most_share);
        if (is_slower) on_threads_ = !on_threads_;
        return;
    }
    until_trial_ -= taken;
    // Ignore a single slow round.
    if (is_slower && std::exchange(doubts_, true)) return change_way();
    doubts_ = is_slower;
    if (until_trial_ <= 0) change_way();
}

void ThreadChoice::change_way() {
    on_threads_ = !on_threads_;
    tries_ = true;
    doubts_ = false;
}

}  // namespace ranvier::engine
