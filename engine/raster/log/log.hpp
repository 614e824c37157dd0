#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "engine/raster/file/metadata.hpp"
#include "engine/raster/file/raster.hpp"
#include "engine/raster/log/append_file.hpp"
#include "engine/raster/log/block_search.hpp"

namespace ranvier::raster {

/// A rank's log of its spikes. Whenever the run ends, the log is readable up to the last complete block.
///
///     header:  magic "RNVLOG03", rank, number of ranks (u32), id of the run (u64), population, CRC
///              in later parts magic "RNVLOG04", part (u32) after the ranks, index of the first interval (u64) after the run
///     block:   magic, flags, number of spikes (u32), index of the interval (u64), its end [ms] (f64), CRC,
///              spikes (f64 time [ms], i32 gid; 12 bytes each), CRC
///
/// Little-endian. A CRC covers all preceding bytes of its header or block. By the first CRC of a block, one that is cut can
/// be distinguished from one with a damaged number of spikes; the numbers 01 and 02, of Ranvier 0.1, are without it. A block
/// with the flag `completes` completes its interval; a long interval may have several blocks. A block with the flag
/// `describes` has no spikes: its bytes, zeros at the end left out, are `packed` metadata, which replace earlier ones.
struct LogHeader {
    std::uint32_t rank = 0;
    std::uint32_t ranks = 1;
    std::uint64_t run = 0;  ///< the same for the logs of all ranks of a run; unique to the run
    std::string population = "All";
    std::uint32_t part = 0;   ///< LogPart::number
    std::uint64_t first = 0;  ///< index of the first interval, above 0 in a run that was resumed
};

struct LogBlock {
    std::uint64_t interval = 0;
    double t_end = 0;  ///< [ms]
    bool completes = false;
    std::vector<Spike> spikes;
};

/// The name of a rank's log: for `raster.h5` and rank 1 of 4, `raster.h5.rank-1-of-4.log`; in a part with a number,
/// `raster.h5.rank-1-of-4.part-2.log`.
std::filesystem::path log_name(const std::filesystem::path& file, int rank, int ranks, std::uint32_t part = 0);
/// The rank in the name of a log of `file`; 0 if it names none.
int rank_of_log(const std::filesystem::path& file, const std::string& name);

/// All logs beside `file`, from any run, sorted by name.
std::vector<std::filesystem::path> find_logs(const std::filesystem::path& file);

/// Appends to a log. Complete blocks are written to the file about once per second. Throws RasterError.
class LogWriter {
  public:
    LogWriter(const std::filesystem::path& log, LogHeader header);

    void append(std::span<const Spike> spikes);
    void complete_interval(double t_end);
    /// Says what is known of the run, instead of what was said before.
    void describe(const Metadata& metadata);

    /// Empties the log and begins it again.
    void restart(LogHeader header);

    void close() { out_.close(); }
    /// Returns when all complete intervals are on disk.
    void sync() { out_.sync(); }

    std::int64_t bytes() const { return out_.bytes(); }
    std::int64_t spikes() const { return spikes_; }
    /// The number of complete intervals in the record.
    std::uint64_t intervals() const { return interval_; }

  private:
    void write_header();
    void write_head(std::uint32_t flags, std::size_t count, double t_end);
    void write_block(double t_end, bool completes);

    LogHeader header_;
    AppendFile out_;
    std::uint64_t interval_ = 0;
    std::vector<Spike> pending_;
    std::int64_t spikes_ = 0;
};

/// Reads a log block by block. Damage or truncation is treated like the end of the file, and sets `is_damaged`, unless
/// damage is to be skipped.
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

    /// Continues at the next whole block behind damage. A block may then be of a later interval than the one before.
    void skip_damage() { skips_damage_ = true; }
    /// Whether other logs of its part continue without it.
    bool may_lack_end() const { return skips_damage_ && stop_ < std::numeric_limits<std::uint64_t>::max(); }
    /// What has been skipped.
    std::span<const LostPart> lost() const { return lost_; }
    /// What the blocks read so far say of the run.
    const Metadata& metadata() const { return metadata_; }
    /// Ends the readable part before this interval, with which the next part begins.
    void stop_at(std::uint64_t interval) { stop_ = interval; }
    /// Whether the interval to stop at has been reached.
    bool is_at_stop() const { return next_interval_ >= stop_; }
    /// Reads the next block. Returns false at the end of the readable part.
    bool next(LogBlock& block);

    /// Goes back to the first block.
    void rewind();

  private:
    enum class Found { block, description, end, cut, damage };
    void read_header();
    bool read_more(std::size_t bytes);
    Found read_block(LogBlock& block);
    bool read_spikes(std::size_t count, LogBlock& block) const;
    void accept(const LogBlock& block);
    bool find_block(std::uint64_t begin, bool is_cut, LogBlock& block);

    std::FILE* stream_;
    std::string name_;
    LogHeader header_;
    std::size_t head_bytes_ = 0;  // of a block
    long first_block_ = 0;
    std::uint64_t next_interval_ = 0, stop_ = std::numeric_limits<std::uint64_t>::max();
    bool is_damaged_ = false, skips_damage_ = false;
    std::vector<LostPart> lost_;
    double last_end_ = 0;  // of the last interval read [ms]
    Metadata metadata_;
    std::vector<std::byte> bytes_;  // begins with the bytes read so far of a header or block
    std::size_t read_ = 0;          // number of these bytes
};

/// Reads on; returns whether the log is whole up to where it stops.
bool reads_to_stop(LogReader& log);

}  // namespace ranvier::raster
