#include "engine/hooks/interruptions.hpp"

#include <algorithm>
#include <cmath>

namespace ranvier::engine {

using exchange::Task;

namespace {

constexpr double between_agreements = .25;  // [s]
/// A guess from short intervals must not delay the agreement too much if later intervals are long.
constexpr std::int64_t most_growth = 4;
constexpr std::int64_t most_boundaries = 1 << 16;

}  // namespace

/// What this rank asks for. Whether a save is due by the clock is decided by rank 0.
Ask Interruptions::own(int rank, double now) {
    const Ask asked = static_cast<Ask>(asked_.exchange(0));
    if (rank > 0 || save_every_ <= 0) return asked;
    next_save_ = std::min(next_save_, now + save_every_);
    return now >= next_save_ ? std::max(asked, Ask::scheduled_save) : asked;
}

std::int64_t Interruptions::boundaries_until_next(double now) {
    const double passed = std::max(now - last_, 1e-9);
    const double wanted = static_cast<double>(first_) * between_agreements / passed;
    const std::int64_t most = std::min(first_ * most_growth, most_boundaries);
    return static_cast<std::int64_t>(std::clamp(wanted, 1., static_cast<double>(most)));
}

void Interruptions::settle(Ask agreed, std::int64_t boundaries, double now) {
    left_ = first_ = boundaries;
    last_ = now;
    if (agreed != Ask::none && save_every_ > 0) next_save_ = now + save_every_;
}

Task<Ask> Interruptions::agree(exchange::Transport& transport) {
    if (transport.size() == 1) co_return decide_alone(transport);
    const double now = transport.clock();
    std::int64_t agreed[] = {static_cast<std::int64_t>(own(transport.rank(), now)),
                             transport.rank() == 0 ? boundaries_until_next(now) : 0};
    co_await transport.allreduce(std::span<std::int64_t>(agreed), exchange::Reduce::max);
    settle(static_cast<Ask>(agreed[0]), agreed[1], now);
    co_return static_cast<Ask>(agreed[0]);
}

Ask Interruptions::decide_alone(const exchange::Transport& transport) {
    const double now = transport.clock();
    const Ask mine = own(0, now);
    settle(mine, boundaries_until_next(now), now);
    return mine;
}

void Interruptions::acted(Ask what, double t_ms, bool saved) {
    if (what == Ask::stop) has_stopped_ = true;
    if (what >= Ask::hang_up) ended_by_ = static_cast<int>(what);
    if (on_acted_ && what != Ask::scheduled_save && what != Ask::stop) on_acted_(what, t_ms, saved);
}

}  // namespace ranvier::engine
