#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/files/file_lock.hpp"
#include "engine/raster/file/raster.hpp"
#include "exchange/task.hpp"
#include "exchange/transport/transport.hpp"

// Management of the logs of spike and report recorders, one per rank.
namespace ranvier::raster {

/// Logs that all ranks of a process wrote. A resumed process adds a part to those that hold the record so far.
struct LogPart {
    std::uint32_t number = 0;  ///< in the names of its logs
    std::uint32_t ranks = 1;
    std::uint64_t first = 0;  ///< number of its first interval (raster) or frame (report) in the record
    bool operator==(const LogPart&) const = default;
};

/// Up to where a checkpoint holds a record: what a later process needs to continue it.
struct LogPosition {
    std::uint64_t run = 0;  ///< id of the run, as in the logs
    std::vector<LogPart> parts;
    std::uint64_t end = 0;       ///< number of complete intervals or frames
    std::int64_t spikes = 0;     ///< up to there on all ranks; of a report: 0
    std::string description;     ///< of what is recorded: population, variable, interval
    std::uint64_t elements = 0;  ///< checksum of a report's elements
};

/// All logs of these parts.
std::vector<std::filesystem::path> logs_of(const std::filesystem::path& file, std::span<const LogPart> parts);

/// The logs of one output: which of them hold its record, and which may go.
class RankLogs {
  public:
    /// Collective. Locks the file, and notes the logs that earlier runs left for it; they go when this run begins. Throws
    /// RasterError, on every rank, if `output_path` refuses the file, a log cannot be written, or another process writes
    /// the file.
    static exchange::Task<RankLogs> open(exchange::Transport& transport, std::filesystem::path file);

    /// The `output_path` of the file to write; the logs are beside it.
    const std::filesystem::path& file() const { return file_; }
    /// An id for the run, the same on all ranks.
    std::uint64_t run() const { return run_; }
    /// The part that this process writes.
    const LogPart& part() const { return parts_.back(); }
    std::span<const LogPart> parts() const { return parts_; }
    /// The path of this rank's log.
    std::filesystem::path own() const;

    /// Keeps these logs, which belong to the last checkpoint, instead of those of an earlier call.
    void keep(std::vector<LogPart> parts) { kept_ = std::move(parts); }
    /// A new run: the next record has another id.
    void begin_run() { ++run_; }
    /// Begins a record, and removes what earlier runs left.
    void begin();
    /// Continues the record of a checkpoint; keeps its logs.
    void go_on(const LogPosition& position);
    /// Removes all logs of the record but those that are kept. To be called on one rank.
    void remove() const;

  private:
    RankLogs(exchange::Transport& transport, std::filesystem::path file)
        : transport_(&transport), file_(std::move(file)) {}
    std::uint32_t next_number() const;
    void remove_found();

    exchange::Transport* transport_;
    std::filesystem::path file_;
    std::uint64_t run_ = 0;
    std::vector<LogPart> parts_, kept_;
    std::unique_ptr<engine::FileLock> lock_;    // on rank 0
    std::vector<std::filesystem::path> found_;  // this rank's share of what earlier runs left
};

}  // namespace ranvier::raster
