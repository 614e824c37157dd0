#include "engine/record/timed_records.hpp"

#include <gtest/gtest.h>

#include "record/two_somas.hpp"

namespace ranvier::engine {
namespace {

class TimedRecordsTest : public testing::Test, protected TwoSomas {
  protected:
    TimedRecords records{model};
    EventQueue queue;

    Samples add(RecordId id, RecordedValue of, double dt) {
        const Samples to = samples();
        records.add(id, std::move(of), to, dt, nullptr);
        return to;
    }
    void start(double at = 0) {
        records.resolve();
        records.start(at, to_queued);
    }
    /// Returns the number of samples taken, and that of the events that took them.
    std::pair<std::int64_t, int> run(double til) {
        std::int64_t taken = 0;
        const int events =
            deliver(queue, til, [&](const Event& due, EventQueue& to) { taken += records.sample(due, to); });
        return {taken, events};
    }
};

TEST_F(TimedRecordsTest, SampleAtIntervals) {
    const Samples of_v = add(0, {v}, .5), time = add(1, {t}, .25);
    start(1);
    run(2);
    EXPECT_EQ(*time, (Values{1, 1.25, 1.5, 1.75, 2}));
    EXPECT_EQ(*of_v, (Values{-65, -65, -65}));
    EXPECT_THROW(add(2, {v}, 0), std::invalid_argument);
}

TEST_F(TimedRecordsTest, SampleAtTimesEvenAtThoseAddedMeanwhile) {
    const Samples time = samples(), at = samples({.5, .6});
    records.add(0, {t}, time, std::nullopt, at);
    start();
    run(.5);
    at->push_back(2);
    run(1);
    EXPECT_EQ(*time, (Values{.5, .6}));
    run(3);
    EXPECT_EQ(*time, (Values{.5, .6, 2}));
}

TEST_F(TimedRecordsTest, ShareOneEventOnceTheyHaveBeenSampled) {
    std::vector<Samples> all;
    for (RecordId k = 0; k < 5; ++k) all.push_back(add(k, {v}, 1));
    start();
    EXPECT_EQ(queued.size(), 5u);
    EXPECT_EQ(run(.5), (std::pair<std::int64_t, int>{5, 1}));
    EXPECT_EQ(queue.size(), 1u);
    records.remove(2);
    EXPECT_EQ(run(2), (std::pair<std::int64_t, int>{10, 2}));
    for (const std::size_t k : {0u, 1u, 3u, 4u}) EXPECT_EQ(all[k]->size(), 3u);
    EXPECT_EQ(all[2]->size(), 1u);
}

// At 1 ms the function is not called, so the records before and after it are adjacent.
TEST_F(TimedRecordsTest, AreNotSampledTogetherAcrossAFunction) {
    const Samples first = add(0, {v}, 1);
    Samples last;
    std::vector<std::pair<std::size_t, std::size_t>> seen;
    add(1, {[&] {
            seen.emplace_back(first->size(), last->size());
            return 0.;
        }},
        2);
    last = add(2, {v}, 1);
    start();
    EXPECT_TRUE(records.is_slow());
    EXPECT_EQ(run(2).first, 8);
    EXPECT_EQ(seen, (std::vector<std::pair<std::size_t, std::size_t>>{{1, 0}, {3, 2}}));
}

TEST_F(TimedRecordsTest, FormGroupsOfOneBlockAndInterval) {
    add(0, {v}, 1);
    add(1, {v}, 1);
    add(2, {w}, 1);
    add(3, {v}, .5);
    add(4, {v}, 1);
    start();
    std::vector<Event> groups;
    deliver(queue, 0, [&](const Event& due, EventQueue& to) { records.sample(due, to); });
    for (const Event& event : queue.events()) groups.push_back(event);
    std::vector<std::vector<RecordId>> members;
    for (const Event& group : groups) {
        std::vector<RecordId> ids;
        for (const Event& single : records.each_alone(group)) {
            ids.push_back(record_of(single));
            EXPECT_EQ(single.sampled_together(), 0);
        }
        members.push_back(ids);
    }
    std::sort(members.begin(), members.end());
    EXPECT_EQ(members, (std::vector<std::vector<RecordId>>{{0, 1}, {2}, {3}, {4}})) << "4 follows others";
}

TEST_F(TimedRecordsTest, VoidTheEventsFromBeforeAStart) {
    const Samples of_v = add(0, {v}, 1);
    start();
    Event old = queued[0].second;
    run(0);
    start(5);
    EXPECT_EQ(run(4).first, 1) << "the group of the first start";
    EXPECT_TRUE(of_v->empty());
    records.sample(old, queue);
    EXPECT_TRUE(of_v->empty());
    records.renew(old);
    records.sample(old, queue);
    EXPECT_EQ(of_v->size(), 1u);
}

TEST_F(TimedRecordsTest, ResumeAfterTheSamplesThatTheyHave) {
    const Samples of_v = add(0, {v}, .1);
    const Samples of_w = samples(), at = samples({3, 4});
    records.add(1, {w}, of_w, std::nullopt, at);
    start();
    queued.clear();
    of_v->assign(3, 0);
    of_w->assign(1, 0);
    records.resume(to_queued);
    EXPECT_EQ(times_queued(), (Values{.1 + .1 + .1, 4}));
    queued.clear();
    of_w->assign(2, 0);
    records.resume(to_queued);
    EXPECT_EQ(queued.size(), 1u) << "all times have been sampled";
}

TEST_F(TimedRecordsTest, KeepTheSamplesOfWhatWasDeleted) {
    const Samples of_v = add(0, {v}, 1), of_w = add(1, {w}, 1);
    start();
    run(0);
    remove(one);
    records.resolve();
    run(1);
    EXPECT_EQ(of_v->size(), 1u);
    EXPECT_EQ(of_w->size(), 2u);
    std::vector<RecordedSamples> listed;
    records.list(listed);
    ASSERT_EQ(listed.size(), 1u);
    EXPECT_EQ(listed[0].values, of_w);
    EXPECT_FALSE(listed[0].by_step);
}

}  // namespace
}  // namespace ranvier::engine
