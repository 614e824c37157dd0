#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/raster/file/metadata.hpp"
#include "engine/raster/file/raster.hpp"
#include "engine/raster/log/rank_logs.hpp"
#include "exchange/task.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::raster {

struct RecorderOptions {
    // Constructors, because g++ 12 destroys an aggregate twice if it is created within a co_await expression.
    RecorderOptions() {}
    explicit RecorderOptions(std::string population_name) : population(std::move(population_name)) {}

    std::string population = "All";
};

/// Records the spikes of all ranks of a run into one file.
///
/// During the run, each rank appends to its own log beside the file (see log.hpp); `finish` merges the logs into the
/// file and removes them. A run that ends without `finish` leaves the logs, which `recover` turns into the file, unless
/// it has not begun: then it leaves nothing.
///
///     auto recorder = co_await Recorder::open(transport, "raster.h5");  // collective; an unwritable folder fails here
///     recorder->append(spikes);                                         // any number of times, any order of time
///     recorder->complete_interval(t);                                   // at each exchange boundary
///     co_await recorder->finish();                                      // collective
class Recorder {
  public:
    virtual ~Recorder() = default;

    /// Collective. Removes logs that earlier runs left for the same file; only `finish` replaces the file. Throws
    /// RasterError on every rank, also if `output_path` refuses `file`.
    static exchange::Task<std::unique_ptr<Recorder>> open(exchange::Transport& transport, std::filesystem::path file,
                                                          RecorderOptions options = {});

    /// Adds spikes of this rank's sources to the current interval.
    virtual void append(std::span<const Spike> spikes) = 0;

    /// Marks the interval up to `t` [ms] as complete: this rank has recorded all its spikes. All ranks call it at the
    /// same boundaries.
    virtual void complete_interval(double t) = 0;

    /// Discards all recorded spikes, for a new run from the start (finitialize). All ranks call it.
    virtual void restart() = 0;

    /// Keeps these logs, which belong to the last checkpoint, until another call. All ranks call it.
    virtual void keep(std::vector<LogPart> parts) = 0;
    /// Collective. What a checkpoint holds of the record; returns when it is on disk. To be called at a boundary.
    virtual exchange::Task<LogPosition> position() = 0;
    /// Collective. Continues the record of a checkpoint. Throws RasterError if the record is of another kind, or its
    /// logs are missing or damaged.
    virtual exchange::Task<void> go_on(const LogPosition& position) = 0;

    /// True once a run has begun on this rank: at the first `append`, `complete_interval` or `restart`.
    virtual bool has_begun() const = 0;

    /// Says what is known of the run so far, instead of what was said before; SONATA files have it as attributes of the
    /// population's group. It goes to this rank's log, so that `recover` knows it, too. What all ranks and all parts of the
    /// record say is united (metadata.hpp); of other values than lists, the last part's first rank's counts.
    virtual void describe(const Metadata& metadata) = 0;

    /// Removes this rank's log, of a record that is not wanted. Nothing can be recorded afterwards.
    virtual void discard() = 0;

    /// Collective. Merges all ranks' logs into the file, then removes the logs that are not kept. Returns the file's number
    /// of spikes.
    virtual exchange::Task<std::int64_t> finish() = 0;

    /// Bytes that this rank has written to its log.
    virtual std::int64_t bytes() const = 0;
};

}  // namespace ranvier::raster
