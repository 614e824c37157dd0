#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "exchange/spike_exchange.hpp"

namespace ranvier::engine {

/// Messages of spikes that fired before the last step of their window.
struct Messages {
    std::int64_t all = 0, before_last_step = 0;
};

/// The time that a rank of one block has reached.
struct BlockClock {
    double t, dt;  ///< [ms]
};

/// A strategy, and a count of the messages that leave for each spike, by when they leave.
class ObservedExchange final : public exchange::SpikeExchange {
  public:
    ObservedExchange(std::unique_ptr<SpikeExchange> strategy, Messages& messages)
        : strategy_(std::move(strategy)), messages_(messages) {}

    /// Where to read the time of the block whose spikes these are; before the first spike.
    void set_clock(std::function<BlockClock()> clock) { clock_ = std::move(clock); }

    exchange::Task<void> connect(exchange::Connections network) override { return strategy_->connect(network); }
    bool goes_by_delays() const override { return strategy_->goes_by_delays(); }
    void start(exchange::Step first, exchange::Step steps) override { strategy_->start(first, steps); }
    exchange::Step next_boundary() const override { return strategy_->next_boundary(); }
    void fire(exchange::Spike spike) override {
        const std::int64_t before = strategy_->counters().messages_sent;
        strategy_->fire(spike);
        const std::int64_t left = strategy_->counters().messages_sent - before;
        const auto [t, dt] = clock_();
        const double last_step = (static_cast<double>(next_boundary()) - 1) * dt;
        if (spike.t >= last_step) return;
        messages_.all += left;
        if (t < last_step + .5 * dt) messages_.before_last_step += left;
    }
    void progress() override { strategy_->progress(); }
    void interval_times(std::span<const double> times) override { strategy_->interval_times(times); }
    exchange::Task<std::span<const exchange::Spike>> finish(exchange::Step boundary) override {
        return strategy_->finish(boundary);
    }
    bool holds_spikes() const override { return strategy_->holds_spikes(); }
    exchange::Footprint footprint(const exchange::Share&) const override { return {}; }
    const exchange::ExchangeCounters& counters() const override { return strategy_->counters(); }
    std::string take_notice() override { return strategy_->take_notice(); }

  private:
    std::unique_ptr<SpikeExchange> strategy_;
    Messages& messages_;
    std::function<BlockClock()> clock_;
};

}  // namespace ranvier::engine
