#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "engine/raster/recorder.hpp"
#include "exchange/spike.hpp"
#include "hoc_like/library/session.hpp"
#include "hoc_like/program/run_options.hpp"

namespace ranvier::program {

/// The raster of a run: the file of --raster, or of a script's pc.raster. Holds the last run: each finitialize starts it again.
class RasterRun {
  public:
    RasterRun(hoc::Session& session, const RunOptions& options) : session_(session), options_(options) {}

    /// Begins to record; collective. Throws raster::RasterError if the file cannot be written, std::invalid_argument if
    /// another file is being written.
    void open(const std::string& file);
    bool is_open() const { return recorder_ != nullptr; }
    const std::string& file() const { return file_; }

    /// Adds this rank's spikes of the interval that ends at `t` [ms]. Nothing if no file is open.
    void append(double t, std::span<const exchange::Spike> spikes);
    /// Discards what has been recorded. Nothing if no file is open.
    void restart();

    /// Completes the file, with what describes the run; collective. `recorded`: the gids whose spikes this rank has
    /// recorded. Returns the number of spikes; nullopt, and leaves an earlier file as it is, if no run has begun.
    std::optional<std::int64_t> finish(std::span<const exchange::Gid> recorded);
    /// Ends the recording of a run that has failed, whose logs stay. Returns whether there are any.
    bool leave_logs();

  private:
    bool end();

    hoc::Session& session_;
    const RunOptions& options_;
    std::string file_;
    std::unique_ptr<raster::Recorder> recorder_;
};

/// The line that a failed run says of a file whose logs it leaves.
std::string how_to_recover(const std::string& file);

}  // namespace ranvier::program
