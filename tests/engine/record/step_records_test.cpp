#include "engine/record/step_records.hpp"

#include <gtest/gtest.h>

#include "record/two_somas.hpp"

namespace ranvier::engine {
namespace {

class StepRecordsTest : public testing::Test, protected TwoSomas {
  protected:
    StepRecords records{model};
    Samples of_v = samples(), of_w = samples();

    void step(double to) {
        set_t(to);
        for (std::uint32_t b = 0; b < 2; ++b) records.sample(b);
        records.sample_slow(to);
    }
};

TEST_F(StepRecordsTest, ReadWhatLiesInABlock) {
    records.add(0, {v}, of_v);
    records.add(3, {w}, of_w);
    records.resolve();
    records.sample(block_of(w));
    model.store(w, -40);
    records.sample(block_of(w));
    EXPECT_EQ(*of_w, (Values{-65, -40}));
    EXPECT_TRUE(of_v->empty());
    records.sample(7);  // a block without records
    records.restart();
    EXPECT_TRUE(of_w->empty());
}

TEST_F(StepRecordsTest, RecordTheTimeOfTheVariablesCell) {
    const Samples clock = samples();
    records.add_clock(0, w, clock);
    records.resolve();
    model.blocks()[block_of(v)]->t = 1;
    model.blocks()[block_of(w)]->t = 2;
    for (std::uint32_t b = 0; b < 2; ++b) records.sample(b);
    EXPECT_EQ(*clock, Values{2});
}

TEST_F(StepRecordsTest, ReadFunctionsOnTheRunsThread) {
    const Samples of_function = samples();
    records.add(0, {[&] { return 2 * model.t; }}, of_function);
    EXPECT_FALSE(records.is_slow());
    records.resolve();
    EXPECT_TRUE(records.is_slow());
    step(1);
    EXPECT_EQ(*of_function, Values{2});
    EXPECT_TRUE(records.remove(0));
    EXPECT_FALSE(records.remove(0));
    step(2);
    EXPECT_EQ(*of_function, Values{2});
    records.resolve();
    EXPECT_FALSE(records.is_slow());
}

TEST_F(StepRecordsTest, KeepTheSamplesOfWhatWasDeleted) {
    records.add(0, {v}, of_v);
    records.add(1, {w}, of_w);
    records.resolve();
    step(1);
    remove(one);
    records.resolve();
    records.restart();
    step(2);
    EXPECT_EQ(*of_v, Values{-65});
    EXPECT_EQ(of_w->size(), 1u);
    std::vector<RecordedSamples> listed;
    records.list(listed);
    ASSERT_EQ(listed.size(), 1u);
    EXPECT_EQ(listed[0].id, 1u);
    EXPECT_TRUE(listed[0].by_step);
}

TEST_F(StepRecordsTest, TellWhatTheyReadButTime) {
    records.add(0, {w}, of_w);
    records.add_clock(1, w, samples());
    records.resolve();
    std::vector<const double*> addresses;
    for (std::uint32_t b = 0; b < 9; ++b) records.list_addresses(b, addresses);
    EXPECT_EQ(addresses, std::vector<const double*>{model.address(w)});
}

}  // namespace
}  // namespace ranvier::engine
