// Strategies that send each spike when it fires overlap sending with computing only if they get it in time.
#include <gtest/gtest.h>

#include "exchange/strategy/registry.hpp"
#include "run/parts.hpp"

namespace ranvier::engine {
namespace {

using exchange::Spike;
using exchange::Task;

constexpr int ranks = 4, cells_per_rank = 25;

/// Messages of spikes that fired before the last step of their window.
struct Messages {
    std::int64_t all = 0, before_last_step = 0;
};

/// A strategy, and who looks at how many messages leave for each spike and when.
class Observed final : public exchange::SpikeExchange {
  public:
    Observed(std::unique_ptr<SpikeExchange> strategy, Messages& messages)
        : strategy_(std::move(strategy)), messages_(messages) {}

    /// Whose the spikes are: one block.
    void look_at(Parts& parts) { parts_ = &parts; }

    Task<void> connect(exchange::Connections network) override { return strategy_->connect(network); }
    bool goes_by_delays() const override { return strategy_->goes_by_delays(); }
    void start(exchange::Step first, exchange::Step steps) override { strategy_->start(first, steps); }
    exchange::Step next_boundary() const override { return strategy_->next_boundary(); }
    void fire(Spike spike) override {
        const std::int64_t before = strategy_->counters().messages_sent;
        strategy_->fire(spike);
        const std::int64_t left = strategy_->counters().messages_sent - before;
        const double last_step = (static_cast<double>(next_boundary()) - 1) * parts_->model.dt;
        if (spike.t >= last_step) return;
        messages_.all += left;
        if (parts_->tables.blocks()[0]->block.t < last_step + .5 * parts_->model.dt) messages_.before_last_step += left;
    }
    void progress() override { strategy_->progress(); }
    void interval_times(std::span<const double> times) override { strategy_->interval_times(times); }
    Task<std::span<const Spike>> finish(exchange::Step boundary) override { return strategy_->finish(boundary); }
    bool holds_spikes() const override { return strategy_->holds_spikes(); }
    const exchange::ExchangeCounters& counters() const override { return strategy_->counters(); }
    std::string take_notice() override { return strategy_->take_notice(); }

  private:
    std::unique_ptr<SpikeExchange> strategy_;
    Messages& messages_;
    Parts* parts_ = nullptr;
};

/// Pacers on four ranks, one block each, and on each rank a cell that listens to all others; an interval of 1 ms.
Messages messages_of(const std::string& strategy) {
    Messages messages;
    const auto make = [&](exchange::Transport& transport) -> std::unique_ptr<exchange::SpikeExchange> {
        return std::make_unique<Observed>(exchange::make_exchange(strategy, transport), messages);
    };
    const auto body = [](Parts& parts, int rank) -> Task<void> {
        const InstanceId listener = parts.make(hand_made::adder());
        for (int gid = 0; gid < ranks * cells_per_rank; ++gid) {
            if (gid % ranks == rank) {
                parts.own(gid, parts.network.source_of(parts.make_pacer(.37 * gid, 7.3 + .11 * gid)));
            } else {
                parts.listen(gid, listener, 1, .001);
            }
        }
        static_cast<Observed&>(parts.exchange).look_at(parts);
        co_await parts.begin();
        if (parts.tables.blocks().size() != 1) throw std::logic_error("one block was meant");
        co_await parts.run.advance(parts.steps_in(50), true);
    };
    run_on_ranks(ranks, body, make);
    return messages;
}

class Sending : public testing::TestWithParam<const char*> {};

TEST_P(Sending, BeginsBeforeTheWindowsLastStep) {
    const Messages messages = messages_of(GetParam());
    ASSERT_GT(messages.all, 500);
    EXPECT_GE(static_cast<double>(messages.before_last_step), .9 * static_cast<double>(messages.all));
}

INSTANTIATE_TEST_SUITE_P(Strategies, Sending, testing::Values("isend", "persistent"));

}  // namespace
}  // namespace ranvier::engine
