#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/raster/log/recorder.hpp"
#include "exchange/spike.hpp"
#include "hoc_like/library/session/session.hpp"
#include "hoc_like/program/checkpoint_run.hpp"
#include "hoc_like/program/checkpointed_records.hpp"
#include "hoc_like/program/model_sources.hpp"
#include "hoc_like/program/run_options.hpp"

namespace ranvier::program {

/// A raster of a run, of --raster or of a script's pc.raster. Holds the last run: each finitialize starts it again.
class RasterRun final : public CheckpointedRecord {
  public:
    /// The arguments must outlive this object.
    RasterRun(hoc::Session& session, const RunOptions& options, ModelSources& sources, CheckpointRun& checkpoints)
        : session_(session), options_(options), sources_(sources), checkpoints_(checkpoints) {}
    ~RasterRun() override { checkpoints_.records().remove(*this); }
    RasterRun(const RasterRun&) = delete;
    RasterRun& operator=(const RasterRun&) = delete;

    /// Begins to record; collective. Throws raster::RasterError if the file cannot be written, std::invalid_argument if
    /// another file is being written.
    void open(const std::string& file);
    bool is_open() const { return recorder_ != nullptr; }
    const std::string& file() const override { return file_; }

    /// Adds this rank's spikes of the interval that ends at `t` [ms]. Nothing if no file is open.
    void append(double t, std::span<const exchange::Spike> spikes);
    /// Discards what has been recorded. Nothing if no file is open.
    void restart();

    /// Completes the file, with what describes the run; collective. `recorded`: the gids whose spikes this rank has
    /// recorded. Returns the number of spikes; nullopt, and leaves an earlier file as it is, if no run has begun, or if
    /// the run has not reached the checkpoint from which it resumes.
    std::optional<std::int64_t> finish(std::span<const exchange::Gid> recorded);
    /// The same, for a script that closes the file. If the script did so before the checkpoint from which it resumes, the
    /// file is complete.
    std::int64_t close(std::span<const exchange::Gid> recorded);
    /// Ends the recording of a run that has failed, whose logs stay. Returns whether there are any.
    bool leave_logs();

    // CheckpointedRecord
    bool has_begun() const override { return recorder_ && recorder_->has_begun(); }
    void keep(std::vector<raster::LogPart> parts) override { recorder_->keep(std::move(parts)); }
    exchange::Task<raster::LogPosition> position() override { return recorder_->position(); }
    exchange::Task<void> go_on(const raster::LogPosition& position) override {
        described_ = 0;
        has_appended_ = false;
        return recorder_->go_on(position);
    }

  private:
    bool end();
    void forget();
    double begin() const;
    /// Tells the log what is known of the run, which has begun at this time [ms]; none: when it did.
    void describe(std::optional<double> begin_ms = std::nullopt);

    hoc::Session& session_;
    const RunOptions& options_;
    ModelSources& sources_;
    CheckpointRun& checkpoints_;
    std::string file_;
    std::optional<double> opened_;  // during a run [ms]
    std::size_t described_ = 0;     // the number of sources that the log names
    bool has_appended_ = false;     // since the run began
    std::unique_ptr<raster::Recorder> recorder_;
};

/// The rasters that a run writes: one for --raster and, at the same time, one for the script's pc.raster.
class Rasters {
  public:
    Rasters(hoc::Session& session, const RunOptions& options, ModelSources& sources, CheckpointRun& checkpoints)
        : of_options_(session, options, sources, checkpoints), of_script_(session, options, sources, checkpoints) {}

    /// Begins to record the file of --raster; collective, as RasterRun::open.
    void open(const std::string& file) { of_options_.open(file); }
    /// The same for pc.raster. Throws std::invalid_argument if it is the file of --raster.
    void open_of_script(const std::string& file);
    /// Completes the file of pc.raster; see RasterRun::close. Throws std::invalid_argument if only --raster is being written.
    std::int64_t close_of_script(std::span<const exchange::Gid> recorded);

    void append(double t, std::span<const exchange::Spike> spikes);
    void restart();
    /// What is being written.
    std::vector<std::string> files() const;
    /// Completes both. Returns the number of spikes in the file of --raster, or else of pc.raster, as RasterRun::finish.
    std::optional<std::int64_t> finish(std::span<const exchange::Gid> recorded);
    /// As RasterRun::leave_logs; returns the files that have logs.
    std::vector<std::string> leave_logs();

  private:
    RasterRun of_options_, of_script_;
};

/// The line that a failed run says of a file whose logs it leaves.
std::string how_to_recover(const std::string& file);

}  // namespace ranvier::program
