#include "engine/run/run_meter.hpp"

#include <gtest/gtest.h>

#include "run/parts.hpp"

namespace ranvier::engine {
namespace {

/// Two blocks, which have measured what the test says.
class RunMeterTest : public testing::Test, protected PartsOfOneRank {
  protected:
    RunMeterTest() {
        make_soma("one");
        make_soma("two");
        tables.set_block_size(1);
        tables.prepare();
    }
    BlockEvents& block(std::size_t b) { return *tables.blocks()[b]; }
};

TEST_F(RunMeterTest, SharesTheTimesOfBlocksOutOverThreads) {
    block(0).deliver_s = 1;
    block(1).deliver_s = 3;
    block(1).update_s = 8;
    block(0).deliveries = 5;
    tables.relay().counts.spikes = 7;
    meter.set_threads(2);
    const PhaseTimes& sum = meter.sum();
    EXPECT_EQ(sum.deliver, 2);
    EXPECT_EQ(sum.update, 4);
    EXPECT_EQ(sum.deliveries, 5);
    EXPECT_EQ(sum.spikes, 7);
    EXPECT_EQ(meter.sum().deliver, 2) << "it may be asked again";
    meter.reset();
    EXPECT_EQ(meter.sum().update, 0);
    EXPECT_EQ(meter.sum().spikes, 0);
}

TEST_F(RunMeterTest, LogsWhatEachIntervalHasAdded) {
    exchange::ExchangeCounters counters;
    counters.spikes_sent = 100;
    meter.set_interval_log(true, counters);
    for (int k = 1; k <= 3; ++k) {
        block(0).update_s += k;
        const exchange::ExchangeCounters before = counters;
        counters.spikes_sent += 10 * k;
        counters.communicate_s += .5;
        counters.overflow_rounds += 1;
        counters.conservation_rounds += 1;
        meter.end_exchange(before, counters);
        meter.end_interval(k, counters);
    }
    EXPECT_EQ(meter.times.intervals, 3);
    const IntervalLog& log = meter.interval_log();
    EXPECT_EQ(*log.find("t"), (std::vector<double>{1, 2, 3}));
    EXPECT_EQ(*log.find("update"), (std::vector<double>{1, 2, 3}));
    EXPECT_EQ(*log.find("spikes_sent"), (std::vector<double>{10, 20, 30}));
    EXPECT_EQ(*log.find("communicate"), (std::vector<double>{.5, .5, .5}));
    EXPECT_EQ(*log.find("rounds"), (std::vector<double>{2, 2, 2}));
    for (const std::string_view name : IntervalLog::names()) EXPECT_EQ(log.find(name)->size(), 3u) << name;
    EXPECT_EQ(log.find("color"), nullptr);
    meter.begin(counters);
    EXPECT_TRUE(log.t.empty()) << "a run begins";
}

TEST_F(RunMeterTest, CountsInAHistogramTheMostSpikesThatARankSent) {
    const Samples histogram = std::make_shared<std::vector<double>>(3, 0.);
    meter.set_most_spikes_histogram(histogram);
    for (const int most : {2, 0, 2, 7, -1}) {  // -1: the strategy does not know
        exchange::ExchangeCounters after;
        after.most_spikes_of_a_rank = most;
        meter.end_exchange({}, after);
    }
    EXPECT_EQ(*histogram, (std::vector<double>{1, 0, 2}));
}

}  // namespace
}  // namespace ranvier::engine
