#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/raster/sink.hpp"
#include "exchange/task.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::raster {

/// What one column of a report is: a segment of a cell.
struct ReportElement {
    Gid gid = 0;
    std::uint32_t section = 0;  ///< of the cell, counted in order of creation
    double x = 0;               ///< center of the segment, 0 to 1
    bool operator==(const ReportElement&) const = default;
};

/// What a report holds besides the values. Frame k is of time t_begin + k dt.
struct ReportLayout {
    std::string population = "All";
    std::string variable, units;
    double t_begin = 0, dt = 0;  ///< [ms]
    bool is_single = false;      ///< values are kept in 32 bits
    std::vector<ReportElement> elements;
};

/// Records one variable of many segments of all ranks into one SONATA report. Frames are rows of all elements' values
/// at one time.
///
/// While running each rank appends to a log of its own beside the file (report_log.hpp), as the recorder of spikes
/// does; `finish` merges the logs, with a bounded part of the values in memory. What a run that ends without `finish`
/// leaves, `recover` makes the file of.
class ReportRecorder {
  public:
    virtual ~ReportRecorder() = default;

    /// Collective. Removes logs that an earlier run left for the same file. Throws RasterError on every rank alike.
    static exchange::Task<std::unique_ptr<ReportRecorder>> open(exchange::Transport& transport,
                                                                std::filesystem::path file);

    /// A run begins, on all ranks: what is recorded from the next restart on does not belong to what was before.
    virtual void begin_run() = 0;

    /// Empties this rank's log and begins anew with these elements. Of all ranks that have elements the layouts differ
    /// in them alone; every rank calls it at least once.
    virtual void restart(ReportLayout layout) = 0;

    /// More frames, each as long as this rank has elements.
    virtual void append(std::span<const double> frames) = 0;

    /// Collective. Merges the logs into the file, in the order of gids, sections, x, and removes them; returns how many
    /// frames it has. Throws RasterError if there was no restart.
    virtual exchange::Task<std::int64_t> finish(Metadata metadata) = 0;
};

/// A report file being written, under a temporary name until `commit`. Destroyed before that, it leaves nothing. The
/// layout's elements are in the order of their gids.
class ReportSink {
  public:
    virtual ~ReportSink() = default;
    /// As many frames as are best appended together; fewer only at the end.
    virtual std::int64_t frames_at_once() const = 0;
    virtual void append(std::span<const double> frames) = 0;
    virtual void commit() = 0;
};

std::unique_ptr<ReportSink> make_report_sink(const std::filesystem::path& file, const ReportLayout& layout,
                                             std::int64_t frames, const Metadata& metadata);

}  // namespace ranvier::raster
