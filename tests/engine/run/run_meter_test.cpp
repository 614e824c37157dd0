#include "engine/run/run_meter.hpp"

#include <gtest/gtest.h>

#include "run/parts.hpp"

namespace ranvier::engine {
namespace {

/// Two blocks, which have measured what the test says.
class RunMeterTest : public testing::Test, protected PartsOfAFakeRank {
  protected:
    RunMeterTest() {
        make_soma("one");
        make_soma("two");
        tables.options().block_size = 1;
        tables.prepare();
    }
    BlockMeter& block(std::size_t b) { return tables.blocks()[b]->meter(); }
};

TEST_F(RunMeterTest, SharesTheTimesOfBlocksOutOverThreads) {
    threads.set_wanted(2);
    tables.prepare();
    const double per_tick = seconds_per_tick();
    block(0).deliver_time = 1'000'000;
    block(1).deliver_time = 3'000'000;
    block(1).update_time = 8'000'000;
    tables.relay().counts.sending_time = 400'000;  // within delivery
    block(0).deliveries = 5;
    tables.relay().counts.spikes = 7;
    const PhaseTimes sum = meter.phase_times();
    EXPECT_NEAR(sum.deliver / per_tick, 1'800'000, 18'000);
    EXPECT_NEAR(sum.communicate / per_tick, 200'000, 2'000);
    EXPECT_NEAR(sum.update / per_tick, 4'000'000, 40'000);
    EXPECT_EQ(sum.deliveries, 5);
    EXPECT_EQ(sum.spikes, 7);
    EXPECT_NEAR(meter.phase_times().deliver / per_tick, 1'800'000, 18'000) << "it may be asked again";
    meter.reset();
    EXPECT_EQ(meter.phase_times().update, 0);
    EXPECT_EQ(meter.phase_times().spikes, 0);
}

TEST_F(RunMeterTest, LogsWhatEachIntervalHasAdded) {
    exchange::ExchangeCounters& counters = fake.counted;
    counters.spikes_sent = 100;
    meter.set_interval_log(true);
    for (int k = 1; k <= 3; ++k) {
        block(0).update_time += k * 1'000'000;
        counters.spikes_sent += 10 * k;
        counters.overflow_rounds += 1;
        counters.conservation_rounds += 1;
        meter.end_exchange();
        meter.end_interval(k);
    }
    EXPECT_EQ(meter.times.intervals, 3);
    const IntervalLog& log = meter.interval_log();
    EXPECT_EQ(*log.find("t"), (std::vector<double>{1, 2, 3}));
    EXPECT_NEAR(log.find("update")->back(), 3'000'000 * seconds_per_tick(), 30'000 * seconds_per_tick());
    EXPECT_EQ(*log.find("spikes_sent"), (std::vector<double>{10, 20, 30}));
    EXPECT_EQ(*log.find("rounds"), (std::vector<double>{2, 2, 2}));
    for (const std::string_view name : IntervalLog::names()) EXPECT_EQ(log.find(name)->size(), 3u) << name;
    EXPECT_EQ(log.find("color"), nullptr);
    meter.begin();
    EXPECT_TRUE(log.t.empty()) << "a run begins";
}

TEST_F(RunMeterTest, CountsFromTheEndOfThePresimulation) {
    exchange::ExchangeCounters& counters = fake.counted;
    counters.bytes_sent = 100;
    meter.set_presimulation(10);
    meter.begin();
    EXPECT_FALSE(meter.is_counting());
    EXPECT_EQ(meter.steps_until_counting(0, .1, 50), 50);
    EXPECT_EQ(meter.steps_until_counting(0, .1, 400), 100) << "a window ends there";
    EXPECT_EQ(meter.steps_until_counting(9.95, .1, 400), 1);
    block(0).deliveries = 5;
    block(1).update_time = 1000;
    block(1).entries = 3;
    meter.times.steps = 100;
    counters.bytes_sent = 140;
    meter.add_simulated(0, 5);
    meter.proceed(9.9);
    EXPECT_FALSE(meter.is_counting());
    meter.proceed(10 - 1e-12);
    EXPECT_TRUE(meter.is_counting());
    EXPECT_EQ(meter.steps_until_counting(10, .1, 400), 400);
    counters.bytes_sent = 147;
    meter.add_simulated(5, 12.5);
    EXPECT_EQ(meter.phase_times().deliveries, 0);
    EXPECT_EQ(meter.phase_times().update, 0);
    EXPECT_EQ(meter.phase_times().steps, 0);
    EXPECT_NEAR(meter.phase_times().simulated, 2.5, 1e-11);
    EXPECT_EQ(meter.traffic().bytes_sent, 7);
    EXPECT_EQ(block(1).entries, 3) << "what scripts ask for counts from the beginning";
    meter.begin();
    EXPECT_FALSE(meter.is_counting()) << "a new run has its own";
}

TEST_F(RunMeterTest, CountsInAHistogramTheMostSpikesThatARankSent) {
    const Samples histogram = std::make_shared<std::vector<double>>(3, 0.);
    meter.set_most_spikes_histogram(histogram);
    for (const int most : {2, 0, 2, 7, -1}) {  // -1: the strategy does not know
        fake.counted.most_spikes_of_a_rank = most;
        meter.end_exchange();
    }
    EXPECT_EQ(*histogram, (std::vector<double>{1, 0, 2}));
}

}  // namespace
}  // namespace ranvier::engine
