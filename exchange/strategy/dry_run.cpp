#include "exchange/strategy/dry_run.hpp"

#include <algorithm>

namespace ranvier::exchange {

DryRunExchange::DryRunExchange(std::unique_ptr<SpikeExchange> real, int ranks) : real_(std::move(real)) {
    share_.ranks = ranks;
}

Task<void> DryRunExchange::connect(Connections network) {
    std::vector<Gid> owned(network.owned.begin(), network.owned.end());
    std::sort(owned.begin(), owned.end());
    const auto remote = std::count_if(network.wanted.begin(), network.wanted.end(),
                                      [&](Gid gid) { return !std::binary_search(owned.begin(), owned.end(), gid); });
    share_ = share_of(share_.ranks, static_cast<double>(owned.size()), static_cast<double>(remote));
    co_return;
}

void DryRunExchange::start(Step first_step, Step steps_per_interval) {
    steps_per_interval_ = steps_per_interval;
    next_boundary_ = first_step + steps_per_interval;
}

Task<std::span<const Spike>> DryRunExchange::finish(Step boundary) {
    next_boundary_ = boundary + steps_per_interval_;
    co_return std::span<const Spike>();
}

}  // namespace ranvier::exchange
