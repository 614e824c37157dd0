#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "hoc_like/program/run_options.hpp"

namespace ranvier::hoc {
class Session;
}

namespace ranvier::program {

struct DryRunFigures;

/// What a run says about itself, as JSON (docs/run-summary.md): what it was, where it ran, what it took and what came of
/// it. Measurements and hosts differ between runs with equal spikes, so they stand here and not in the raster.
class RunSummary {
  public:
    /// `options` and `session` must outlive this object. From now on the scripts that run are noted. Throws RasterError
    /// if `output_path` refuses the file.
    RunSummary(hoc::Session& session, const RunOptions& options);
    ~RunSummary();
    RunSummary(const RunSummary&) = delete;
    RunSummary& operator=(const RunSummary&) = delete;

    /// Notes a script that runs, with its text; hoc's scripts are noted without this.
    void note_script(const std::string& path, std::string_view text);

    /// Writes the file, on rank 0, when all other output is complete. Collective. `spikes`: in the raster; negative:
    /// none was recorded. `dry_run`: what a dry run has found; else null. Throws std::runtime_error if the file cannot be
    /// written.
    void write(int status, std::int64_t spikes, const DryRunFigures* dry_run);

  private:
    hoc::Session& session_;
    const RunOptions& options_;
    const std::string path_;  // of the file; a script may change the folder
    const std::chrono::system_clock::time_point started_ = std::chrono::system_clock::now();
    std::map<std::string, std::string> scripts_;  // digests, by path
};

}  // namespace ranvier::program
