#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "engine/raster/append_file.hpp"
#include "engine/raster/raster.hpp"

namespace ranvier::raster {

/// A rank's log of its spikes. Whenever the run ends, the log is readable up to the last complete block.
///
///     header:  magic "RNVLOG01", rank, number of ranks (u32), id of the run (u64), population, CRC
///     block:   magic, flags, number of spikes (u32), index of the interval (u64), its end [ms] (f64),
///              spikes (f64 time [ms], i32 gid; 12 bytes each), CRC
///
/// Little-endian. A CRC covers all preceding bytes of its header or block. A block with the flag `completes` completes
/// its interval; a long interval may have several blocks.
struct LogHeader {
    std::uint32_t rank = 0;
    std::uint32_t ranks = 1;
    std::uint64_t run = 0;  ///< the same for the logs of all ranks of a run; unique to the run
    std::string population = "All";
};

struct LogBlock {
    std::uint64_t interval = 0;
    double t_end = 0;  ///< [ms]
    bool completes = false;
    std::vector<Spike> spikes;
};

/// The name of a rank's log: for `raster.h5` and rank 1 of 4, `raster.h5.rank-1-of-4.log`.
std::filesystem::path log_name(const std::filesystem::path& file, int rank, int ranks);

/// All logs beside `file`, from any run, sorted by name.
std::vector<std::filesystem::path> find_logs(const std::filesystem::path& file);

/// Appends to a log. Complete blocks are written to the file about once per second. Throws RasterError.
class LogWriter {
  public:
    LogWriter(const std::filesystem::path& log, LogHeader header);

    void append(std::span<const Spike> spikes);
    void complete_interval(double t_end);

    /// Empties the log and assigns it to the given run.
    void restart(std::uint64_t run);

    void close() { out_.close(); }

    std::int64_t bytes() const { return out_.bytes(); }
    std::int64_t spikes() const { return spikes_; }

  private:
    void write_header();
    void write_block(double t_end, bool completes);

    LogHeader header_;
    AppendFile out_;
    std::uint64_t interval_ = 0;
    std::vector<Spike> pending_;
    std::int64_t spikes_ = 0;
};

/// Reads a log block by block. Damage or truncation is treated like the end of the file, and sets `is_damaged`.
class LogReader {
  public:
    /// Throws RasterError if the file cannot be opened or its header is not that of a log.
    explicit LogReader(const std::filesystem::path& log);

    /// Reads from an open stream, which it closes; `name` is for messages.
    LogReader(std::FILE* stream, std::string name);
    ~LogReader();
    LogReader(LogReader&& other) noexcept;
    LogReader& operator=(LogReader&&) = delete;

    const LogHeader& header() const { return header_; }
    const std::string& name() const { return name_; }
    bool is_damaged() const { return is_damaged_; }

    /// Reads the next block. Returns false at the end of the readable part.
    bool next(LogBlock& block);

    /// Goes back to the first block.
    void rewind();

  private:
    void read_header();
    bool read_more(std::size_t bytes);

    std::FILE* stream_;
    std::string name_;
    LogHeader header_;
    long first_block_ = 0;
    std::uint64_t next_interval_ = 0;
    bool is_damaged_ = false;
    std::vector<std::byte> bytes_;  // begins with the bytes read so far of a header or block
    std::size_t read_ = 0;          // number of these bytes
};

}  // namespace ranvier::raster
