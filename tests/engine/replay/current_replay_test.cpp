#include "engine/replay/current_replay.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "engine/event/transfer.hpp"
#include "event/hand_made_cells.hpp"

namespace ranvier::engine {
namespace {

/// Notes what is played.
class FakePatterns final : public Patterns {
  public:
    std::vector<std::shared_ptr<exchange::SpikeSource>> played;

    Id play(std::shared_ptr<exchange::SpikeSource> spikes) override {
        played.push_back(std::move(spikes));
        return static_cast<Id>(played.size() - 1);
    }
    void set_owned_too(Id, bool) override {}
    void remove(Id id) override { played.at(id) = nullptr; }
};

/// A raster without spikes, in which these gids occur.
class FakeRaster final : public exchange::SpikeSource {
  public:
    explicit FakeRaster(std::vector<Gid> gids) : gids_(std::move(gids)) {}
    std::span<const Gid> gids() const override { return gids_; }
    void seek(double) override {}
    std::span<const exchange::Spike> next() override { return {}; }

  private:
    std::vector<Gid> gids_;
};

/// Artificial cells with gids 0, 1, 2.
class CurrentReplayTest : public testing::Test {
  protected:
    Model model;
    Network network{model};
    Transfers transfers{model};
    FakePatterns patterns;
    CurrentReplay replay{network, patterns, 1};
    std::vector<InstanceId> cells;

    CurrentReplayTest() {
        const auto pacer = model.register_mechanism(hand_made::pacer());
        for (Gid gid = 0; gid < 3; ++gid) {
            cells.push_back(model.create_artificial_cell(pacer));
            network.gids().set_cell(gid, cells.back());
        }
    }
    static std::shared_ptr<exchange::SpikeSource> raster(std::vector<Gid> gids = {}) {
        return std::make_shared<FakeRaster>(std::move(gids));
    }
};

TEST_F(CurrentReplayTest, IsNoneUntilOneStarts) {
    EXPECT_FALSE(replay.is_active());
    EXPECT_EQ(replay.starts(), 0u);
    EXPECT_EQ(replay.idle_cells(model), IdleCells{});
    replay.check_bonds(model, {}, transfers);
    EXPECT_TRUE(replay.doubts().empty());
}

TEST_F(CurrentReplayTest, LetsTheOtherCellsIdleAndPlaysTheirRaster) {
    const auto spikes = raster();
    replay.start(spikes, {1}, false);
    EXPECT_TRUE(replay.is_active());
    EXPECT_EQ(patterns.played, std::vector{spikes});
    EXPECT_TRUE(network.rules().are_limited());
    EXPECT_EQ(replay.idle_cells(model).artificial, (std::vector{cells[0], cells[2]}));
}

TEST_F(CurrentReplayTest, IsReplacedByTheNextOne) {
    replay.start(raster(), {1}, false);
    const auto second = raster();
    replay.start(second, {0, 2}, false);
    EXPECT_EQ(patterns.played, (std::vector<std::shared_ptr<exchange::SpikeSource>>{nullptr, second}));
    EXPECT_EQ(replay.starts(), 2u) << "tables made for the first are out of date";
    EXPECT_EQ(replay.idle_cells(model).artificial, std::vector{cells[1]});
}

TEST_F(CurrentReplayTest, NeedsAllGidsOfTheRasterInAWholeNetwork) {
    replay.start(raster({0, 7}), {1}, false);
    EXPECT_NO_THROW(replay.idle_cells(model)) << "another rank may have 7";
    replay.start(raster({0, 7}), {1}, true);
    EXPECT_THROW(replay.idle_cells(model), std::invalid_argument);
}

TEST_F(CurrentReplayTest, StaysAsItIsIfTheNextOneCannotStart) {
    const auto spikes = raster();
    replay.start(spikes, {1}, false);
    EXPECT_THROW(replay.start(raster(), {}, false), std::invalid_argument) << "no cell was chosen";
    EXPECT_EQ(patterns.played, std::vector{spikes});
    EXPECT_EQ(replay.starts(), 1u);
}

TEST_F(CurrentReplayTest, RunsOnOneRank) {
    CurrentReplay of_two{network, patterns, 2};
    EXPECT_THROW(of_two.start(raster(), {1}, false), std::invalid_argument);
    EXPECT_FALSE(of_two.is_active());
}

}  // namespace
}  // namespace ranvier::engine
