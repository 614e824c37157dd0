#pragma once

#include "hoc_like/library/session.hpp"
#include "hoc_like/program/checkpoint_run.hpp"
#include "hoc_like/program/raster_run.hpp"
#include "hoc_like/program/report_run.hpp"
#include "hoc_like/program/run_options.hpp"

namespace ranvier::bindings {

/// The rasters, reports and connections that a script of a plain `python` reads and writes; in the program, its options
/// write them, too. All arguments must outlive this object.
class OutputFiles {
  public:
    OutputFiles(hoc::Session& session, const program::RunOptions& options, program::ModelSources& sources,
                program::CheckpointRun& checkpoints);

    /// Completes what is open, collectively, at the end of a process that has succeeded.
    void finish();
    /// At the end of one that has failed: the logs stay, and rank 0 says so.
    void leave_logs();

  private:
    void open_raster(const std::string& file);

    hoc::Session& session_;
    program::RasterRun raster_;
    program::Reports reports_;
    bool records_spikes_ = false;
};

}  // namespace ranvier::bindings
