#include "exchange/strategy/allgather.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numeric>

#include "exchange/transport/simulated_transport.hpp"

namespace ranvier::exchange {

namespace {

/// Two ranks that listen for all of each other's sources; rank 0 runs a test's code, rank 1 is silent.
class AllgatherTest : public ::testing::Test {
  protected:
    using Script = std::function<Task<void>(SpikeExchange&)>;

    /// Rank 0 owns gids 0 .. sources-1, rank 1 gid 5000.
    void run(const AllgatherOptions& options, int sources, int intervals, const Script& script) {
        SimulatedMachine machine(2);
        std::vector<Task<void>> tasks;
        tasks.push_back(first(machine.transport(0), options, sources, script));
        tasks.push_back(second(machine.transport(1), options, sources, intervals));
        machine.run(tasks);
    }

    ExchangeCounters first_counters, second_counters;
    std::vector<Spike> received;  // by rank 1
    std::string notices;

  private:
    static std::vector<Gid> first_gids(int sources) {
        std::vector<Gid> gids(sources);
        std::iota(gids.begin(), gids.end(), 0);
        return gids;
    }

    Task<void> first(Transport& transport, AllgatherOptions options, int sources, const Script& script) {
        const auto exchange = make_allgather(transport, options);
        const std::vector<Gid> owned = first_gids(sources), wanted{5000};
        const Connections network{owned, wanted};
        co_await exchange->connect(network);
        co_await script(*exchange);
        first_counters = exchange->counters();
        notices = exchange->take_notice();
        EXPECT_EQ(exchange->take_notice(), "");
    }

    Task<void> second(Transport& transport, AllgatherOptions options, int sources, int intervals) {
        const auto exchange = make_allgather(transport, options);
        const std::vector<Gid> owned{5000}, wanted = first_gids(sources);
        const Connections network{owned, wanted};
        co_await exchange->connect(network);
        exchange->start(0, 4);
        for (int i = 0; i < intervals; ++i) {
            exchange->interval_times(times_);
            const std::span<const Spike> arrived = co_await exchange->finish(exchange->next_boundary());
            received.insert(received.end(), arrived.begin(), arrived.end());
        }
        second_counters = exchange->counters();
        EXPECT_EQ(exchange->take_notice(), "");  // notices for rank 0 do not appear here
    }

  protected:
    std::vector<double> times_{0.25, 0.5, 0.75, 1.0};
};

// An expression that awaits holds no braced list (tests/end_to_end/test_awaits.py).
Spike at(double t, Gid gid) {
    return {t, gid};
}
template <typename... Each>
std::vector<Spike> spikes(Each... each) {
    return {each...};
}

Task<void> fire_and_finish(SpikeExchange& exchange, std::vector<double> times, std::vector<Spike> fired) {
    for (const Spike& spike : fired) exchange.fire(spike);
    exchange.interval_times(times);
    const std::span<const Spike> received = co_await exchange.finish(exchange.next_boundary());
    EXPECT_TRUE(received.empty());
}

TEST_F(AllgatherTest, NeedsASecondRoundOnlyWhenSpikesOverflow) {
    run({.compress = false, .fixed = 2}, 3, 2, [this](SpikeExchange& exchange) -> Task<void> {
        exchange.start(0, 4);
        co_await fire_and_finish(exchange, times_, spikes(at(0.5, 0), at(0.5, 1)));
        EXPECT_EQ(exchange.counters().overflow_rounds, 0);
        EXPECT_EQ(exchange.counters().bytes_sent, 8 + 24);
        co_await fire_and_finish(exchange, times_, spikes(at(0.5, 0), at(0.5, 1), at(0.75, 2)));
    });
    EXPECT_EQ(first_counters.overflow_rounds, 1);
    EXPECT_EQ(first_counters.bytes_sent, 2 * (8 + 24) + 12);
    EXPECT_EQ(first_counters.bytes_received, 2 * (8 + 24));
    EXPECT_EQ(first_counters.spikes_sent, 5);
    EXPECT_EQ(first_counters.most_spikes_sent, 3);
    EXPECT_EQ(second_counters.spikes_received, 5);
    EXPECT_EQ(second_counters.spikes_delivered, 5);
    EXPECT_EQ(second_counters.bytes_received, 2 * (8 + 24) + 12);
    EXPECT_EQ(received.size(), 5u);
}

TEST_F(AllgatherTest, SendsTwoBytesASpikeWhenCompressed) {
    run({.compress = true, .fixed = 0}, 3, 1, [this](SpikeExchange& exchange) -> Task<void> {
        exchange.start(0, 4);
        co_await fire_and_finish(exchange, times_, spikes(at(0.25, 2), at(1.0, 0)));
    });
    EXPECT_EQ(first_counters.bytes_sent, 8 + 2 * 2);
    EXPECT_EQ(first_counters.compressed_intervals, 1);
    EXPECT_EQ(first_counters.uncompressed_intervals, 0);
    EXPECT_EQ(received, (std::vector<Spike>{{0.25, 2}, {1.0, 0}}));
    EXPECT_EQ(notices, "");
}

TEST_F(AllgatherTest, SendsAnIntervalWithASpikeBetweenStepsUncompressedAndTellsOnce) {
    run({.compress = true, .fixed = 0}, 3, 3, [this](SpikeExchange& exchange) -> Task<void> {
        exchange.start(0, 4);
        co_await fire_and_finish(exchange, times_, spikes(at(0.25, 2), at(0.3, 0)));
        co_await fire_and_finish(exchange, times_, spikes(at(0.31, 1)));
        co_await fire_and_finish(exchange, times_, spikes(at(0.5, 1)));
    });
    EXPECT_EQ(first_counters.uncompressed_intervals, 2);
    EXPECT_EQ(first_counters.compressed_intervals, 1);
    EXPECT_EQ(first_counters.bytes_sent, (8 + 24) + (8 + 12) + (8 + 2));
    EXPECT_EQ(received, (std::vector<Spike>{{0.25, 2}, {0.3, 0}, {0.31, 1}, {0.5, 1}}));
    EXPECT_EQ(notices,
              "gid 0 fired at 0.3 ms, at an event or in a variable step; only times of fixed steps can be indexed. "
              "Spikes of such intervals are sent uncompressed; results are the same.");
}

TEST_F(AllgatherTest, SendsFourBytesASpikeWhenTwoCannotIndexItsTimeAndSource) {
    times_.clear();
    for (int i = 0; i < 129; ++i) times_.push_back(.25 * i);
    run({.compress = true, .fixed = 0}, 257, 1, [this](SpikeExchange& exchange) -> Task<void> {
        exchange.start(0, 4);
        co_await fire_and_finish(exchange, times_, spikes(at(0.25, 256), at(1.0, 3)));
    });
    EXPECT_EQ(received, (std::vector<Spike>{{0.25, 256}, {1.0, 3}}));
    EXPECT_EQ(first_counters.bytes_sent, 8 + 2 * 4);
    EXPECT_EQ(first_counters.compressed_intervals, 1);
    EXPECT_EQ(notices, "");
}

// The fixed part counts spikes, in whichever form they travel; the first interval of another form overflows.
TEST_F(AllgatherTest, LeavesRoomForUncompressedSpikesAfterAFallback) {
    run({.compress = true, .fixed = 2}, 3, 4, [this](SpikeExchange& exchange) -> Task<void> {
        exchange.start(0, 4);
        co_await fire_and_finish(exchange, times_, spikes(at(0.25, 2), at(0.3, 0)));
        EXPECT_EQ(exchange.counters().overflow_rounds, 1);
        co_await fire_and_finish(exchange, times_, spikes(at(0.25, 2), at(0.31, 0)));
        EXPECT_EQ(exchange.counters().bytes_sent, (8 + 24) + (8 + 24));
        co_await fire_and_finish(exchange, times_, spikes(at(0.25, 1), at(0.5, 0)));
        co_await fire_and_finish(exchange, times_, spikes(at(0.25, 1), at(0.5, 0)));
        EXPECT_EQ(exchange.counters().bytes_sent, 3 * (8 + 24) + (8 + 4));
    });
    EXPECT_EQ(first_counters.overflow_rounds, 1);
    EXPECT_EQ(received.size(), 8u);
}

TEST_F(AllgatherTest, SendsTwoBytesASpikeWhenFewSourcesLeaveBitsForManySteps) {
    times_.clear();
    for (int i = 0; i < 1000; ++i) times_.push_back(i);
    run({.compress = true, .fixed = 0}, 3, 1, [this](SpikeExchange& exchange) -> Task<void> {
        exchange.start(0, 4);
        co_await fire_and_finish(exchange, times_, spikes(at(999.0, 2), at(0, 1)));
    });
    EXPECT_EQ(received, (std::vector<Spike>{{999.0, 2}, {0, 1}}));
    EXPECT_EQ(first_counters.bytes_sent, 8 + 2 * 2);
    EXPECT_EQ(notices, "");
}

TEST_F(AllgatherTest, NoticesRanksThatDisagreeOnTheStepTimes) {
    EXPECT_THROW(run({.compress = true, .fixed = 8}, 1, 1,
                     [this](SpikeExchange& exchange) -> Task<void> {
                         exchange.start(0, 4);
                         std::vector<double> other = times_;
                         other[2] = std::nextafter(other[2], 1);
                         co_await fire_and_finish(exchange, other, spikes());
                     }),
                 std::logic_error);
}

TEST_F(AllgatherTest, RefusesSpikesOfOthersSources) {
    EXPECT_THROW(run({}, 1, 1,
                     [this](SpikeExchange& exchange) -> Task<void> {
                         exchange.start(0, 4);
                         co_await fire_and_finish(exchange, times_, spikes(at(0.5, 17)));
                     }),
                 std::logic_error);
}

TEST_F(AllgatherTest, RefusesABoundaryThatIsTooLate) {
    EXPECT_THROW(run({}, 1, 1,
                     [](SpikeExchange& exchange) -> Task<void> {
                         exchange.start(0, 4);
                         co_await exchange.finish(5);
                     }),
                 std::logic_error);
}

TEST_F(AllgatherTest, LeavesAtHomeWhatNobodyListensFor) {
    SimulatedMachine machine(2);
    ExchangeCounters counters;
    const auto rank = [&](Transport& transport) -> Task<void> {
        const auto exchange = make_allgather(transport);
        const std::vector<Gid> owned{transport.rank(), 10 + transport.rank()}, wanted{1 - transport.rank()};
        const Connections network{owned, wanted};
        co_await exchange->connect(network);
        exchange->start(0, 4);
        exchange->fire({0.5, transport.rank()});
        exchange->fire({0.5, 10 + transport.rank()});
        const std::span<const Spike> arrived = co_await exchange->finish(4);
        EXPECT_EQ(arrived.size(), 1u);
        counters = exchange->counters();
    };
    std::vector<Task<void>> tasks;
    tasks.push_back(rank(machine.transport(0)));
    tasks.push_back(rank(machine.transport(1)));
    machine.run(tasks);
    EXPECT_EQ(counters.spikes_fired, 2);
    EXPECT_EQ(counters.spikes_sent, 1);
    EXPECT_EQ(counters.spikes_received, 1);
}

}  // namespace

}  // namespace ranvier::exchange
