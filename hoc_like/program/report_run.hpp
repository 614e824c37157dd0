#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/raster/log/report_recorder.hpp"
#include "engine/simulation/report.hpp"
#include "hoc_like/library/context/run_files.hpp"
#include "hoc_like/library/session/session.hpp"
#include "hoc_like/program/checkpoint_run.hpp"
#include "hoc_like/program/checkpointed_records.hpp"
#include "hoc_like/program/report_words.hpp"

namespace ranvier::program {

/// One report of a run: writes the engine's samples to a file.
class ReportRun final : public CheckpointedRecord {
  public:
    /// Collective. Throws raster::RasterError if the file cannot be written, std::invalid_argument if the request is
    /// invalid.
    ReportRun(hoc::Session& session, CheckpointRun& checkpoints, ReportRequest request);
    ~ReportRun() override;
    ReportRun(const ReportRun&) = delete;
    ReportRun& operator=(const ReportRun&) = delete;

    const std::string& file() const override { return request_.file; }

    /// Collective; each initialize calls it. Selects the segments in the present model, and restarts. Throws
    /// std::invalid_argument if there are none, or if a gid has no cell.
    void begin();
    /// Collective. Writes the file; returns its number of frames.
    std::int64_t finish();
    /// Leaves what has been recorded in the logs. Returns false if no run has begun, which leaves nothing.
    bool leave_logs();

    // CheckpointedRecord
    bool has_begun() const override { return has_begun_; }
    void keep(std::vector<raster::LogPart> parts) override { recorder_->keep(std::move(parts)); }
    exchange::Task<raster::LogPosition> position() override;
    exchange::Task<void> go_on(const raster::LogPosition& position) override;

  private:
    void take();
    std::string select();
    /// Finds the synapses of the rule; throws std::invalid_argument if there is no such rule.
    void find_rule();
    void check_gids();
    std::string lack_of_cells() const;
    raster::ReportLayout layout() const;

    hoc::Session& session_;
    CheckpointRun& checkpoints_;
    ReportRequest request_;
    std::unordered_set<std::uint64_t> of_rule_;  // packed instances
    engine::Report report_;
    std::unique_ptr<raster::ReportRecorder> recorder_;
    engine::Hooks::Id handler_;
    std::vector<double> frames_;
    bool has_begun_ = false;
    std::int64_t taken_ = 0;
};

/// All reports of a run.
class Reports {
  public:
    Reports(hoc::Session& session, CheckpointRun& checkpoints) : session_(session), checkpoints_(checkpoints) {}
    /// The report of --report's `words`, or of a script that chooses `targets`; collective, like finish(). `rasters`: files
    /// of the run's rasters. Throws as ReportRun and parse_report do.
    void open(const std::string& words, const hoc::ReportTargets& targets, const std::vector<std::string>& rasters);
    bool any() const { return !runs_.empty(); }
    /// ReportRun::begin of all, for a run that no initialize begins.
    void begin();
    /// Finishes all reports; returns a line such as "501 frames in v.h5" for each.
    std::vector<std::string> finish();
    /// Leaves the logs of a run that failed, instead of finish(). Returns the files that can be made from them.
    std::vector<std::string> leave_logs();

  private:
    hoc::Session& session_;
    CheckpointRun& checkpoints_;
    std::vector<std::unique_ptr<ReportRun>> runs_;
};

}  // namespace ranvier::program
