#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/files/file_lock.hpp"
#include "engine/run/run_checkpoints.hpp"
#include "engine/state/checkpoint_manifest.hpp"
#include "engine/state/checkpointed_outputs.hpp"
#include "engine/state/snapshot.hpp"
#include "exchange/task.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::engine {

struct CheckpointOptions {
    // A constructor, because g++ 12 destroys an aggregate that is made within a co_await expression twice.
    CheckpointOptions() {}
    std::filesystem::path file;  ///< names the files of the last complete checkpoint; prefix of their names
    double every = 0;            ///< [ms] of model time; 0: not by model time
    double every_s = 0;          ///< [s] of wall-clock time; 0: not by the clock
    bool resume = false;         ///< continue from the last checkpoint, if there is one
    bool force = false;          ///< also if the run was made from other scripts or parameters
    std::string settings;        ///< settings, besides the model, that affect results bitwise; must be the same when
                                 ///< the run continues
    CheckpointedOutputs* outputs = nullptr;  ///< may be null; must outlive the checkpoints
    /// The scripts and .mod files that this rank has read so far; may be null.
    std::function<std::vector<Origin>()> texts;
};

/// Writes checkpoints of a run, on all its ranks, at interval boundaries, and resumes from one. They are due by the
/// model's time, the clock, or on request (engine/hooks/interruptions.hpp).
///
/// A resumed run repeats the script from its start. Runs (finitialize) before the checkpoint's run are executed again.
/// In the checkpoint's run, steps up to the checkpoint are skipped: t advances, statements of cvode.event run, and
/// values of the model may be set but not read (StateError). Then the state is restored, and the run continues.
///
/// Each checkpoint consists of several files: the state of each rank, and what its output files hold, in their logs.
/// Finally `file`, which names them, is replaced: whenever the program ends, a checkpoint is complete or does not
/// exist. All functions that return tasks are collective.
class Checkpoints final : public RunCheckpoints {
  public:
    static exchange::Task<std::shared_ptr<Checkpoints>> open(exchange::Transport& transport, CheckpointOptions options);

    /// Sets the function to call when the checkpoint has been reached, with its time [ms].
    void on_restored(std::function<void(double t)> call) { restored_ = std::move(call); }
    /// To be called when the script has ended: removes the files. Throws StateError if the script has not reached the
    /// checkpoint.
    exchange::Task<void> finish();
    const std::filesystem::path& file() const { return options_.file; }
    /// In what the run differs from the one that wrote the checkpoint, once that has been reached: names of scripts, .mod
    /// files and parameters. Empty unless the options say `force`.
    const std::vector<std::string>& differences() const { return differences_; }
    /// Removes the files. Not collective: for a program that ends without knowing of the other ranks.
    void remove_files() const;
    /// Lets other runs write the file: for a program that ends without destroying this object.
    void unlock() { lock_.reset(); }
    /// Whether the run has reached the checkpoint from which it resumes, if there is one.
    bool has_reached() const { return !resumed_; }

    /// Sets the run to save and its hooks. Both must outlive this object.
    void bind(Snapshots& snapshots, Hooks& hooks) {
        snapshots_ = &snapshots;
        hooks_ = &hooks;
        hooks.interruptions().save_every(options_.every_s);
    }

    // RunCheckpoints
    void begin_run() override;
    void begin_advance() override;
    bool is_skipping() const override { return skipping_; }
    exchange::Task<std::int64_t> skip(std::int64_t steps) override;
    /// Never due in runs before the checkpoint's run: that checkpoint is still needed.
    bool is_due(double t) const override { return options_.every > 0 && can_write() && t >= next_ * (1 - 1e-12); }
    bool can_write() const override { return !resumed_; }
    exchange::Task<void> write() override;

  private:
    Checkpoints(exchange::Transport& transport, CheckpointOptions options)
        : transport_(transport), options_(std::move(options)) {}
    void lock();
    exchange::Task<void> read_manifest();
    void void_values_until_resumed();
    exchange::Task<SnapshotSet> read_states() const;
    void check_place(const RankSnapshot& first) const;
    exchange::Task<void> restore();
    exchange::Task<std::vector<Origin>> origins() const;
    exchange::Task<void> check_origins();
    std::filesystem::path state_file(std::uint64_t generation, std::uint32_t rank, std::uint32_t ranks) const;
    RankSnapshot read_state(std::uint32_t rank) const;
    exchange::Task<void> check_all_cells(const SnapshotSet& from, std::size_t restored);
    void remove_superseded(const CheckpointManifest& previous) const;
    std::string write_own(const RankSnapshot& snapshot, const CheckpointManifest& manifest) const;
    bool is_state_of(const CheckpointManifest& manifest, std::string_view rest) const;
    void remove_others(const CheckpointManifest* kept) const;
    void schedule(double t);

    exchange::Transport& transport_;
    CheckpointOptions options_;
    Snapshots* snapshots_ = nullptr;
    Hooks* hooks_ = nullptr;
    std::optional<CheckpointManifest> resumed_;  // until it has been reached
    std::optional<CheckpointManifest> last_;
    bool skipping_ = false, is_checked_ = false;
    std::vector<Origin> parameters_;  // of this rank, when the run began
    std::vector<std::string> differences_;
    double next_ = 0;  // [ms]
    std::uint64_t generation_ = 0;
    std::function<void(double)> restored_;
    std::unique_ptr<FileLock> lock_;  // on rank 0
};

}  // namespace ranvier::engine
