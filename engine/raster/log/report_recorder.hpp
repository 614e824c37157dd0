#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "engine/raster/file/metadata.hpp"
#include "engine/raster/file/report.hpp"
#include "engine/raster/log/rank_logs.hpp"
#include "exchange/task.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::raster {

/// Records one variable of many segments on all ranks into one SONATA report. A frame is a row of the values of all
/// elements at one time.
///
/// During the run, each rank appends to its own log beside the file (report_log.hpp), like the spike recorder; `finish`
/// merges the logs with bounded memory. If a run ends without `finish`, `recover` makes the file.
class ReportRecorder {
  public:
    virtual ~ReportRecorder() = default;

    /// Collective. Removes logs that earlier runs left for the same file. Throws RasterError on every rank, also if
    /// `output_path` refuses `file`. A recorder that is never restarted leaves no log.
    static exchange::Task<std::unique_ptr<ReportRecorder>> open(exchange::Transport& transport,
                                                                std::filesystem::path file);

    /// To be called on all ranks when a run begins: the next restart discards earlier records.
    virtual void begin_run() = 0;

    /// Empties this rank's log and restarts with the elements of `layout`. Every rank calls it at least once; the
    /// layouts of ranks with elements may differ only in the elements.
    virtual void restart(ReportLayout layout) = 0;

    /// Appends frames, each with one value per element of this rank.
    virtual void append(std::span<const double> frames) = 0;

    /// Keeps these logs, which belong to the last checkpoint, until another call. All ranks call it.
    virtual void keep(std::vector<LogPart> parts) = 0;
    /// Collective. What a checkpoint holds of the record; returns when it is on disk. Throws RasterError if ranks have
    /// different numbers of frames.
    virtual exchange::Task<LogPosition> position() = 0;
    /// Collective. Continues the record of a checkpoint, instead of a restart. Throws RasterError if the saved report
    /// is of other values, or its logs are missing or damaged.
    virtual exchange::Task<void> go_on(const LogPosition& position, ReportLayout layout) = 0;

    /// Collective. Merges the logs into the file, with elements in order of gid, section and x, and removes the logs that
    /// are not kept. Returns the number of frames. Throws RasterError if there was no restart.
    virtual exchange::Task<std::int64_t> finish(Metadata metadata) = 0;
};

}  // namespace ranvier::raster
