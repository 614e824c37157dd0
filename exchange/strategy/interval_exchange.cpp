#include "exchange/strategy/interval_exchange.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace ranvier::exchange {

void IntervalExchange::start(Step first_step, Step steps_per_interval) {
    if (steps_per_interval < 1) throw std::invalid_argument("an exchange interval must have at least one step");
    steps_per_interval_ = steps_per_interval;
    next_boundary_ = first_step + steps_per_interval;
    fired_.clear();
    times_.clear();
}

void IntervalExchange::fire(Spike spike) {
    ++counters_.spikes_fired;
    fired_.push_back(spike);
}

Task<std::span<const Spike>> IntervalExchange::finish(Step boundary) {
    if (boundary > next_boundary_) {
        throw std::logic_error(
            fmt::format("exchange finished at step {}, after its boundary at step {}", boundary, next_boundary_));
    }
    const double began = transport_.clock();
    const double waited = transport_.waited();

    received_.clear();
    sort_out();
    if (has_barrier_) co_await transport_.barrier();
    co_await communicate();

    next_boundary_ = boundary + steps_per_interval_;
    times_.clear();
    ++counters_.intervals;
    counters_.spikes_delivered += static_cast<std::int64_t>(received_.size());
    const double waited_here = transport_.waited() - waited;
    counters_.synchronize_s += waited_here;
    counters_.communicate_s += transport_.clock() - began - waited_here;
    co_return received_;
}

std::string IntervalExchange::take_notice() {
    return std::exchange(notice_, {});
}

Task<FoundRoutes> IntervalExchange::learn(Connections network) {
    FoundRoutes routes = co_await find_routes(transport_, network.owned, network.wanted);
    gids_ = KnownGids(network, routes.outgoing);
    outputs_.assign(routes.outgoing.gids().begin(), routes.outgoing.gids().end());
    co_return routes;
}

/// Copies the fired spikes that other ranks want to outgoing_, and those that this rank wants to received_.
void IntervalExchange::sort_out() {
    outgoing_.clear();
    for (const Spike& spike : fired_) {
        const KnownGids::Use use = gids_.use_of_owned(spike.gid, transport_.rank());
        if (use.output != KnownGids::no_output) outgoing_.push_back(spike);
        if (use.is_wanted) received_.push_back(spike);
    }
    fired_.clear();
    const auto sent = static_cast<std::int64_t>(outgoing_.size());
    counters_.spikes_sent += sent;
    counters_.most_spikes_sent = std::max(counters_.most_spikes_sent, sent);
}

void IntervalExchange::tell_once(CompressionFailure obstacle, const Spike& culprit, std::size_t sources,
                                 const std::string& whose) {
    if (obstacle == CompressionFailure::none || std::exchange(is_noted_[static_cast<int>(obstacle)], true)) return;
    std::string reason;
    switch (obstacle) {
        case CompressionFailure::none:
            break;
        case CompressionFailure::time_off_list:
            reason = fmt::format(
                "gid {} fired at {} ms, at an event or in a variable step; only times of fixed steps can be indexed",
                culprit.gid, culprit.t);
            break;
        case CompressionFailure::too_many_times:
            reason = fmt::format(
                "an exchange interval has {} times of steps; with the {} sources that {}, that is more "
                "than the 32 bits of a compressed spike can index",
                times_.size(), sources, whose);
            break;
        case CompressionFailure::too_many_sources:
            reason = fmt::format("rank {} has {} sources that {}, more than the {} that compressed spikes can index",
                                 transport_.rank(), sources, whose, most_indices);
            break;
    }
    notice_ += fmt::format("{}{}. Spikes of such intervals are sent uncompressed; results are the same.",
                           notice_.empty() ? "" : "\n", reason);
}

}  // namespace ranvier::exchange
