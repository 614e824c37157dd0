#include "engine/record/count_records.hpp"

#include <gtest/gtest.h>

#include "record/two_somas.hpp"

namespace ranvier::engine {
namespace {

// A conductance counts here, and a voltage stands for the time of the latest count.
class CountRecordsTest : public testing::Test, protected TwoSomas {
  protected:
    VariableRef count = g_of(two);
    CountRecords records{model};
    Samples times = samples();

    CountRecordsTest() {
        model.store(count, 0);
        records.add(4, count, w, times);
        records.resolve();
    }
    void look(double n, double time) {
        model.store(count, n);
        model.store(w, time);
        for (std::uint32_t b = 0; b < 2; ++b) records.sample(b);
    }
};

TEST_F(CountRecordsTest, KeepTheTimeOfEachCount) {
    records.restart();
    look(1, 10);
    look(1, 11);
    look(3, 12);
    EXPECT_EQ(*times, (Values{10, 0, 12}));
}

TEST_F(CountRecordsTest, CountFrom0OrFromTheRestoredState) {
    model.store(count, 2);
    records.restart();
    look(2, 10);
    EXPECT_EQ(*times, (Values{0, 10})) << "it has grown since the start";
    records.restart();
    records.resume();
    look(2, 11);
    EXPECT_TRUE(times->empty());
    look(3, 12);
    EXPECT_EQ(times->size(), 3u);
}

TEST_F(CountRecordsTest, EndWithTheirCounter) {
    look(1, 10);
    std::vector<const double*> addresses;
    records.list_addresses(block_of(count), addresses);
    EXPECT_EQ(addresses, (std::vector<const double*>{model.address(count), model.address(w)}));
    remove(two);
    records.resolve();
    records.restart();
    EXPECT_EQ(*times, Values{10});
    std::vector<RecordedSamples> listed;
    records.list(listed);
    EXPECT_TRUE(listed.empty());
}

TEST_F(CountRecordsTest, EndWhenTheyAreRemoved) {
    EXPECT_TRUE(records.remove(4));
    EXPECT_FALSE(records.remove(4));
    records.resolve();
    look(1, 10);
    EXPECT_TRUE(times->empty());
}

}  // namespace
}  // namespace ranvier::engine
