// Strategies that send each spike when it fires overlap sending with computing only if they get it in time.
#include <gtest/gtest.h>

#include "exchange/strategy/registry.hpp"
#include "run/observed_exchange.hpp"
#include "run/parts.hpp"

namespace ranvier::engine {
namespace {

using exchange::Task;

constexpr int ranks = 4, cells_per_rank = 25;

/// Pacers on four ranks, one block each, and on each rank a cell that listens to all others; an interval of 1 ms.
Messages messages_of(const std::string& strategy) {
    Messages messages;
    const auto make = [&](exchange::Transport& transport) -> std::unique_ptr<exchange::SpikeExchange> {
        return std::make_unique<ObservedExchange>(exchange::make_exchange(strategy, transport), messages);
    };
    const auto body = [](Parts& parts, int rank) -> Task<void> {
        const InstanceId listener = parts.make(hand_made::adder());
        for (int gid = 0; gid < ranks * cells_per_rank; ++gid) {
            if (gid % ranks == rank) {
                parts.own(gid, parts.network.sources().of(parts.make_pacer(.37 * gid, 7.3 + .11 * gid)));
            } else {
                parts.listen(gid, listener, 1, .001);
            }
        }
        static_cast<ObservedExchange&>(parts.exchange).set_clock([&parts] {
            return BlockClock{parts.tables.blocks()[0]->block.t, parts.model.dt};
        });
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
