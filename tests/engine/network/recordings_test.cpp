#include "engine/network/recordings.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "engine/solve/model.hpp"
#include "event/hand_made_cells.hpp"

namespace ranvier::engine {
namespace {

class RecordingsTest : public testing::Test {
  protected:
    Model model;
    NetworkChanges changes;
    Sources sources{model, changes};
    Recordings recordings{sources};
    MechanismId pacer = model.register_mechanism(hand_made::pacer());
    SourceId source = sources.of(model.create_artificial_cell(pacer));

    static SpikeTimes vector() { return std::make_shared<std::vector<double>>(1, 99.); }
    bool exists() const { return sources[source].exists; }
};

TEST_F(RecordingsTest, KeepTheLatestVectorsOfASource) {
    EXPECT_EQ(recordings.find(source), nullptr);
    EXPECT_EQ(recordings.times(source), nullptr);
    const SpikeTimes times = vector(), ids = vector();
    recordings.record(source, vector(), nullptr, 1);
    recordings.record(source, times, ids, 2);
    EXPECT_EQ(recordings.times(source), times);
    EXPECT_EQ(recordings.find(source)->id, 2);
    recordings.clear_vectors();
    EXPECT_TRUE(times->empty() && ids->empty());
    EXPECT_EQ(recordings.by_source().size(), 1u);
}

TEST_F(RecordingsTest, KeepASourceAliveUntilTheyStop) {
    const SpikeTimes times = vector();
    recordings.record(source, times, nullptr, 0);
    recordings.release(source);
    EXPECT_TRUE(exists());
    recordings.stop_into(vector());
    EXPECT_TRUE(exists()) << "another Vector";
    recordings.stop_into(times);
    EXPECT_FALSE(exists());
}

TEST_F(RecordingsTest, LetAStatementGoWithTheLastConnection) {
    recordings.call(source, [](double) {});
    EXPECT_TRUE(recordings.have_callbacks());
    sources[source].connections = 1;
    recordings.release(source);
    EXPECT_TRUE(exists() && recordings.have_callbacks());
    sources[source].connections = 0;
    recordings.release(source);
    EXPECT_FALSE(exists() || recordings.have_callbacks());
}

TEST_F(RecordingsTest, LeaveASourceThatAGidOrARuleNeeds) {
    sources[source].gid = 5;
    recordings.record(source, vector(), nullptr, 0);
    recordings.stop(source);
    EXPECT_TRUE(exists());
    EXPECT_EQ(recordings.find(source), nullptr);
    sources[source].gid = -1;
    sources[source].is_in_rule = true;
    recordings.release(source);
    EXPECT_TRUE(exists());
    sources[source].is_in_rule = false;
    recordings.release(source);
    EXPECT_FALSE(exists());
}

TEST_F(RecordingsTest, TakeInputsToo) {
    const SourceId input = input_of(7);
    const SpikeTimes times = vector();
    recordings.record(input, times, nullptr, 7);
    EXPECT_EQ(recordings.times(input), times);
    recordings.stop(input);
    EXPECT_EQ(recordings.times(input), nullptr);
}

TEST_F(RecordingsTest, StopWithTheVectorOfIdsAlone) {
    const SpikeTimes times = vector(), ids = vector();
    recordings.record(source, times, ids, 0);
    recordings.stop_into(ids);
    EXPECT_TRUE(exists());
    EXPECT_EQ(recordings.find(source)->ids, nullptr);
    EXPECT_EQ(recordings.times(source), times);
}

}  // namespace
}  // namespace ranvier::engine
