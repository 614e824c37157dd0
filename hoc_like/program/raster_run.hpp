#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/raster/recorder.hpp"
#include "exchange/spike.hpp"
#include "hoc_like/library/session.hpp"
#include "hoc_like/program/checkpoint_run.hpp"
#include "hoc_like/program/checkpointed_records.hpp"
#include "hoc_like/program/model_sources.hpp"
#include "hoc_like/program/run_options.hpp"

namespace ranvier::program {

/// The raster of a run: the file of --raster, or of a script's pc.raster. Holds the last run: each finitialize starts it again.
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
        return recorder_->go_on(position);
    }

  private:
    bool end();
    void forget();
    double begin() const;

    hoc::Session& session_;
    const RunOptions& options_;
    ModelSources& sources_;
    CheckpointRun& checkpoints_;
    std::string file_;
    std::optional<double> opened_;  // during a run [ms]
    std::size_t described_ = 0;     // the number of sources that the log names
    std::unique_ptr<raster::Recorder> recorder_;
};

/// The line that a failed run says of a file whose logs it leaves.
std::string how_to_recover(const std::string& file);

}  // namespace ranvier::program
