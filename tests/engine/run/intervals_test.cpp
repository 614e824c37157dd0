#include "engine/run/intervals.hpp"

#include <gtest/gtest.h>

#include "run/parts.hpp"

namespace ranvier::engine {
namespace {

class IntervalsTest : public testing::Test, protected PartsOfAFakeRank {
  protected:
    InstanceId cell = make(hand_made::adder());
    IntervalsTest() {
        own(3, network.sources().of(cell));
        listen(50, cell, 1);
        run_to_completion(begin());
    }
};

TEST_F(IntervalsTest, HandOverWhatHasArrivedAndWriteTheRaster) {
    std::vector<exchange::Spike> raster;
    double end = -1;
    network.recordings().set_raster([&](double t, std::span<const exchange::Spike> spikes) {
        end = t;
        raster.assign(spikes.begin(), spikes.end());
    });
    tables.prepare();
    tables.blocks()[0]->send(.25, *network.gids().source_of(3));
    tables.relay().end_window();
    clock.count_steps(40, 0);
    model.t = 1;
    fake.arriving = {{.5, 50}};
    run_to_completion(intervals.finish());
    EXPECT_EQ(fake.finished, std::vector<exchange::Step>{40});
    EXPECT_EQ(tables.delivery().next_event(), 1.5);
    EXPECT_EQ(end, 1);
    EXPECT_EQ(raster, (std::vector<exchange::Spike>{{.25, 3}}));
    EXPECT_EQ(meter.times.intervals, 1);
}

// A step of another length begins: what fired in the steps before must not wait.
TEST_F(IntervalsTest, EndTheOneThatWasBegunWithAnotherDt) {
    clock.count_steps(10, 0);
    model.t = .25;
    model.dt = .05;
    run_to_completion(intervals.begin_anew(false));
    EXPECT_EQ(fake.finished, std::vector<exchange::Step>{10});
    EXPECT_EQ(fake.first_step, 10);
    EXPECT_EQ(fake.steps_per_interval, 20);
    model.dt = .025;
    run_to_completion(intervals.begin_anew(false));
    EXPECT_EQ(fake.finished.size(), 1u) << "nothing can have fired";
}

TEST(Intervals, CarrySpikesBetweenRanks) {
    std::vector<double> due(2);
    run_on_ranks(2, [&](Parts& parts, int rank) -> exchange::Task<void> {
        const InstanceId cell = parts.make(hand_made::adder());
        parts.own(rank, parts.network.sources().of(cell));
        parts.listen(1 - rank, cell, 1.5);
        co_await parts.begin();
        const SourceId source = *parts.network.gids().source_of(rank);
        parts.tables.blocks()[0]->send(.25 * (rank + 1), source);
        parts.tables.relay().end_step(*parts.tables.blocks()[0], 0);
        parts.tables.relay().end_window();
        parts.clock.count_steps(60, 0);
        co_await parts.intervals.finish();
        due[static_cast<std::size_t>(rank)] = parts.tables.delivery().next_event();
    });
    EXPECT_EQ(due, (std::vector<double>{2, 1.75}));
}

}  // namespace
}  // namespace ranvier::engine
