#include "engine/record/report_records.hpp"

#include <gtest/gtest.h>

#include "engine/event/simulation_error.hpp"
#include "record/two_somas.hpp"

namespace ranvier::engine {
namespace {

class ReportRecordsTest : public testing::Test, protected TwoSomas {
  protected:
    ReportRecords records{model};
    EventQueue queue;
    Samples frames = samples();

    ReportRecordsTest() {
        records.add(2, {v, g_of(one)}, frames, .5, 1, 2);
        records.resolve();
    }
    int run(double til) {
        return deliver(queue, til, [&](const Event& due, EventQueue& to) { records.sample(due, to); });
    }
};

TEST_F(ReportRecordsTest, SampleAllVariablesFromBeginToEnd) {
    records.start(0, to_queued);
    EXPECT_EQ(run(9), 3);
    EXPECT_EQ(*frames, (Values{-65, .0005, -65, .0005, -65, .0005}));
    EXPECT_EQ(model.t, 2);
    EXPECT_EQ(records.first_time(2), 1);
}

TEST_F(ReportRecordsTest, StartLaterThanTheyBegin) {
    records.start(1.2, to_queued);
    EXPECT_EQ(times_queued(), Values{1.5});
    EXPECT_EQ(records.first_time(2), 1.5);
    EXPECT_EQ(records.beginning(2), 1u);
    queued.clear();
    records.start(2.2, to_queued);
    EXPECT_TRUE(queued.empty());
    EXPECT_EQ(records.beginning(2), 2u);
}

TEST_F(ReportRecordsTest, ResumeAfterATime) {
    records.start(0, to_queued);
    queued.clear();
    frames->push_back(1);
    records.resume(1.5, to_queued);
    EXPECT_TRUE(frames->empty());
    EXPECT_EQ(times_queued(), Values{2});
}

TEST_F(ReportRecordsTest, RefuseToGoBack) {
    records.start(0, to_queued);
    const Event first = queued[0].second;
    run(1.5);
    EXPECT_THROW(records.sample(first, queue), SimulationError);
}

TEST_F(ReportRecordsTest, VoidTheEventsFromBeforeAStart) {
    records.start(0, to_queued);
    Event old = queued[0].second;
    records.start(0, to_queued);
    records.sample(old, queue);
    EXPECT_TRUE(frames->empty());
    records.renew(old);
    records.sample(old, queue);
    EXPECT_EQ(frames->size(), 2u);
}

TEST_F(ReportRecordsTest, EndWithTheirCell) {
    records.start(0, to_queued);
    remove(one);
    records.resolve();
    EXPECT_EQ(run(9), 1);
    EXPECT_TRUE(frames->empty());
    records.remove(2);
    EXPECT_FALSE(records.has(2));
    EXPECT_EQ(records.block_of(2), 0u);
}

TEST_F(ReportRecordsTest, NeedAnInterval) {
    EXPECT_THROW(records.add(3, {v}, frames, 0, 0, 1), std::invalid_argument);
}

}  // namespace
}  // namespace ranvier::engine
