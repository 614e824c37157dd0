#pragma once

#include <memory>

#include "exchange/footprint.hpp"
#include "exchange/spike_exchange.hpp"

namespace ranvier::exchange {

/// Stands for an exchange between ranks of which only one exists: it takes in this rank's sources, sends nothing, and says
/// what the exchange would take.
class DryRunExchange final : public SpikeExchange {
  public:
    /// `real` is never connected. `ranks`: the number of ranks of the full run.
    DryRunExchange(std::unique_ptr<SpikeExchange> real, int ranks);

    Task<void> connect(Connections network) override;
    bool goes_by_delays() const override { return real_->goes_by_delays(); }
    void start(Step first_step, Step steps_per_interval) override;
    Step next_boundary() const override { return next_boundary_; }
    void fire(Spike) override {}
    void interval_times(std::span<const double>) override {}
    Task<std::span<const Spike>> finish(Step boundary) override;
    Footprint footprint(const Share& share) const override { return real_->footprint(share); }
    const ExchangeCounters& counters() const override { return real_->counters(); }
    std::string take_notice() override { return real_->take_notice(); }

    /// As connected.
    const Share& share() const { return share_; }

  private:
    const std::unique_ptr<SpikeExchange> real_;
    Share share_;
    Step steps_per_interval_ = 1, next_boundary_ = 0;
};

}  // namespace ranvier::exchange
