#pragma once

#include <functional>

#include "hoc_like/library/context/run_files.hpp"
#include "hoc_like/library/session/session.hpp"
#include "hoc_like/program/checkpoint_run.hpp"
#include "hoc_like/program/raster_run.hpp"
#include "hoc_like/program/report_run.hpp"
#include "hoc_like/program/run/script_files.hpp"
#include "hoc_like/program/run_options.hpp"

namespace ranvier::bindings {

/// The rasters, reports and connections that a script of a plain `python` reads and writes; in the program, its options
/// write them, too. All arguments must outlive this object.
class OutputFiles final : public program::ScriptFiles {
  public:
    /// `open_checkpoint` answers a script's request for checkpoints.
    using OpenCheckpoint = std::function<void(const hoc::CheckpointRequest& request)>;
    OutputFiles(hoc::Session& session, const program::RunOptions& options, program::ModelSources& sources,
                program::CheckpointRun& checkpoints, OpenCheckpoint open_checkpoint);

    void open_raster(const std::string& file) override;
    std::int64_t close_raster() override;
    void open_report(const std::string& words, const hoc::ReportTargets& targets) override;
    void open_checkpoint(const hoc::CheckpointRequest& request) override { open_checkpoint_(request); }

    /// Completes what is open, collectively, at the end of a process that has succeeded.
    void finish();
    /// At the end of one that has failed: the logs stay, and rank 0 says so.
    void leave_logs();

  private:
    hoc::Session& session_;
    program::RasterRun raster_;
    program::Reports reports_;
    OpenCheckpoint open_checkpoint_;
    bool records_spikes_ = false;
};

}  // namespace ranvier::bindings
