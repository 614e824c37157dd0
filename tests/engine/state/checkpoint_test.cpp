#include "engine/state/checkpoint.hpp"

#include <gtest/gtest.h>

#include "raster/scratch_folder.hpp"
#include "run/parts.hpp"
#include "run/random_network.hpp"

namespace ranvier::engine {
namespace {

/// A script that runs a random network for `ms` with a checkpoint every 5 ms, and has a statement called at 3 ms and at
/// 12 ms.
class Script : public PartsOfOneRank {
  public:
    Script(const std::filesystem::path& file, bool resume, const std::string& settings = "") {
        CheckpointOptions options;
        options.file = file;
        options.every = 5;
        options.resume = resume;
        options.settings = settings;
        checkpoints = run_to_completion(Checkpoints::open(transport, options));
        checkpoints->bind(snapshots_, hooks);
        build_network(model, network, 30, 0, 1);
        network.gids().record(std::nullopt, times, nullptr);
        hooks.sample_takers().add(this, [] {});
        hooks.sample_takers().set_longest_window(this, 20);
    }
    ~Script() { hooks.sample_takers().remove(this); }
    Script(const Script&) = delete;
    Script& operator=(const Script&) = delete;

    void run_for(double ms) {
        snapshots_.count_run();
        begin_now();
        checkpoints->begin_run();
        run.set_checkpoints(checkpoints.get());
        for (const double t : {3., 12.}) hooks.events().add(t, [this] { called.push_back(model.t); });
        advance(ms);
    }

    std::shared_ptr<Checkpoints> checkpoints;
    SpikeTimes times = std::make_shared<std::vector<double>>();
    std::vector<double> called;

  private:
    Snapshots snapshots_{tables, intervals, hooks};
};

class CheckpointsTest : public testing::Test {
  protected:
    raster::testing::ScratchFolder folder;
    std::filesystem::path file = folder / "checkpoint";
};

TEST_F(CheckpointsTest, LetAnInterruptedRunGoOnFromTheLast) {
    Script whole(folder / "another", false);
    whole.run_for(20);
    Script(file, false).run_for(11);
    Script again(file, true);
    again.run_for(20);
    EXPECT_GT(whole.times->size(), 80u);
    EXPECT_EQ(*again.times, *whole.times);
    EXPECT_EQ(again.called, whole.called) << "statements of the steps that are skipped are called, too";
    EXPECT_EQ(again.meter.times.steps, 400) << "ten of twenty ms were computed";
}

TEST_F(CheckpointsTest, GoWhenTheScriptHasEnded) {
    Script script(file, false);
    script.run_for(6);
    EXPECT_GE(folder.files(), 2);
    run_to_completion(script.checkpoints->finish());
    EXPECT_EQ(folder.files(), 0);
}

TEST_F(CheckpointsTest, RefuseARunOfOtherSettings) {
    Script(file, false, "--math exact").run_for(6);
    const std::string error = error_of([&] { Script(file, true, "--math vector"); });
    EXPECT_NE(error.find("the saved run was started with --math exact, this one with --math vector"),
              std::string::npos);
}

TEST_F(CheckpointsTest, RefuseAScriptThatEndsBeforeThem) {
    Script(file, false).run_for(6);
    Script shorter(file, true);
    shorter.run_for(4);
    const std::string error = error_of([&] { run_to_completion(shorter.checkpoints->finish()); });
    EXPECT_NE(error.find("the script ended before reaching the checkpoint at t = 5 ms"), std::string::npos) << error;
}

}  // namespace
}  // namespace ranvier::engine
