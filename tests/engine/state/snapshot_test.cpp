#include "engine/state/snapshot.hpp"

#include <gtest/gtest.h>

#include "run/parts.hpp"
#include "run/random_network.hpp"

namespace ranvier::engine {
namespace {

using exchange::Spike;
using exchange::Task;

constexpr int cells = 30;

/// A random network on one rank at 0 ms; it records all spikes.
class Network30 : public PartsOfOneRank {
  public:
    explicit Network30(std::size_t block_size = 8192) {
        build_network(model, network, cells, 0, 1);
        network.gids().record(std::nullopt, times_, gids_);
        tables.options().block_size = block_size;
        begin_now();
    }
    Snapshots snapshots{tables, intervals, hooks};

    std::vector<Spike> spikes() const {
        std::vector<Spike> all;
        for (std::size_t k = 0; k < times_->size(); ++k) all.push_back({(*times_)[k], static_cast<Gid>((*gids_)[k])});
        return all;
    }

  private:
    std::shared_ptr<std::vector<double>> times_ = std::make_shared<std::vector<double>>();
    std::shared_ptr<std::vector<double>> gids_ = std::make_shared<std::vector<double>>();
};

/// As files hold it.
RankSnapshot written_and_read(const RankSnapshot& snapshot) {
    return rank_snapshot(to_bytes(snapshot));
}

TEST(Snapshots, BringBackARunThatGoesOnWithTheSameSpikes) {
    Network30 run;
    run.advance(10);
    const RankSnapshot snapshot = written_and_read(run.snapshots.take());
    run.advance(10);
    const std::vector<Spike> spikes = run.spikes();
    ASSERT_GT(spikes.size(), 80u);
    for (int again = 0; again < 2; ++again) {
        EXPECT_EQ(run.snapshots.restore({{snapshot}, true}), static_cast<std::size_t>(cells));
        EXPECT_NEAR(run.model.t, 10, 1e-9);
        EXPECT_LT(run.spikes().size(), spikes.size()) << "what was recorded is as it was, too";
        run.advance(10);
        EXPECT_EQ(run.spikes(), spikes);
    }
}

TEST(Snapshots, CanBeBroughtBackInAnotherProcessThatDividesCellsOtherwise) {
    Network30 run;
    run.advance(10);
    const RankSnapshot snapshot = written_and_read(run.snapshots.take());
    run.advance(10);
    Network30 other(1);
    other.snapshots.restore({{snapshot}, false});
    other.advance(10);
    EXPECT_EQ(other.spikes(), run.spikes());
    EXPECT_GT(run.spikes().size(), 80u);
}

TEST(Snapshots, CanBeBroughtBackOnAnotherNumberOfRanks) {
    Network30 reference;
    reference.advance(10);
    const std::size_t before = reference.spikes().size();
    reference.advance(10);
    SnapshotSet set;
    set.ranks.resize(3);
    run_on_ranks(3, [&](Parts& parts, int rank) -> Task<void> {
        build_network(parts.model, parts.network, cells, rank, 3);
        Snapshots snapshots(parts.tables, parts.intervals, parts.hooks);
        co_await parts.begin();
        co_await parts.run.advance(400, true);
        set.ranks[static_cast<std::size_t>(rank)] = written_and_read(snapshots.take());
    });
    Network30 alone;
    alone.snapshots.restore(set, {.cells_alone = true, .ignored = {}});
    alone.advance(10);
    std::vector<Spike> expected = reference.spikes();
    expected.erase(expected.begin(), expected.begin() + static_cast<std::ptrdiff_t>(before));
    EXPECT_GT(expected.size(), 30u);
    EXPECT_EQ(alone.spikes(), expected);
}

TEST(Snapshots, RefuseAnotherModel) {
    Network30 run;
    const RankSnapshot snapshot = run.snapshots.take();
    EXPECT_TRUE(run.snapshots.holds_cells_of(snapshot));
    run.own(cells, run.network.sources().of(run.make(hand_made::adder())));
    run.begin_now();
    EXPECT_FALSE(run.snapshots.holds_cells_of(snapshot));
    EXPECT_THROW(run.snapshots.restore({{snapshot}, true}), StateError);
}

TEST(Snapshots, RefuseWhatTheyCannotHold) {
    Network30 run;
    const auto error = [&] { return error_of([&] { run.snapshots.take(); }); };
    EXPECT_EQ(error(), "no error");
    const Hooks::Id hook = run.hooks.add_step_hook([] {});
    EXPECT_NE(error().find("Random.play"), std::string::npos);
    run.hooks.remove_step_hook(hook);
    run.network.recordings().call(run.network.sources().of(run.make_pacer(1)), [](double) {});
    EXPECT_NE(error().find("statements are called at spikes"), std::string::npos);
    run.variable.active = true;
    EXPECT_EQ(error(), "the state of this run cannot be saved: its steps are variable");
}

/// A number that a script keeps.
struct Keeper final : StateKeeper {
    double value = 1;
    void begin() override { value = 0; }
    std::vector<RankSnapshot::Part> save() override {
        ByteWriter out;
        out.put(value);
        return {{"the keeper's", true, std::move(out.bytes)}};
    }
    void restore(const Find& find) override { value = ByteReader(*find("the keeper's", true)).take<double>(); }
};

TEST(Snapshots, HoldWhatOthersKeep) {
    Network30 run;
    const auto keeper = std::make_shared<Keeper>();
    run.snapshots.add_keeper(keeper);
    run.snapshots.begin_run();
    EXPECT_EQ(keeper->value, 0);
    keeper->value = 5;
    const RankSnapshot snapshot = run.snapshots.take();
    keeper->value = 6;
    run.snapshots.restore({{snapshot}, true});
    EXPECT_EQ(keeper->value, 5);
}

}  // namespace
}  // namespace ranvier::engine
