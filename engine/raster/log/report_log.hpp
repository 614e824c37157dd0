#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/raster/file/report.hpp"
#include "engine/raster/log/append_file.hpp"
#include "engine/raster/log/block_search.hpp"

namespace ranvier::raster {

/// A rank's part of a report. Whenever the run ends, the log is readable up to the last complete block.
///
///     header:  magic "RNVREP03", rank, number of ranks (u32), id of the run (u64), time of the report's first frame,
///              interval [ms] (f64), 1 if single (u32), lengths of population, variable, units (u32), number of
///              elements (u64), the texts population, variable, units, elements (i32 gid, u32 section, f64 x), CRC
///              in later parts magic "RNVREP04", part (u32) after the ranks, number of the first frame (u64) after the run
///     block:   magic, number of frames (u32), number of the first frame (u64), CRC, values (f64, or f32), CRC
///
/// Little-endian. A CRC covers all preceding bytes of its header or block. The numbers 01 and 02, of Ranvier 0.1, have no
/// CRC before the values (see log.hpp).
struct ReportLogHeader {
    std::uint32_t rank = 0;
    std::uint32_t ranks = 1;
    std::uint64_t run = 0;  ///< the same for the logs of all ranks of a run; unique to the run
    ReportLayout layout;
    std::uint32_t part = 0;   ///< LogPart::number
    std::uint64_t first = 0;  ///< number of the first frame, above 0 in a run that was resumed
};

/// Appends to a log. Throws RasterError.
class ReportLogWriter {
  public:
    explicit ReportLogWriter(const std::filesystem::path& log) : out_(log) {}

    /// Empties the log and writes a header.
    void restart(const ReportLogHeader& header);
    void append(std::span<const double> frames);
    void close() { out_.close(); }
    /// Returns when all frames are on disk.
    void sync() { out_.sync(); }
    /// The number of frames in the record.
    std::uint64_t frames() const { return frames_; }

  private:
    AppendFile out_;
    std::size_t width_ = 0;
    bool is_single_ = false;
    std::uint64_t frames_ = 0;
};

/// Reads a log block by block. Damage or truncation is treated like the end of the file, unless damage is to be skipped.
class ReportLogReader {
  public:
    /// Throws RasterError if the file cannot be opened or its header is not that of a report's log.
    explicit ReportLogReader(const std::filesystem::path& log);

    /// Reads from an open stream, which it closes; `name` is for messages.
    ReportLogReader(std::FILE* stream, std::string name);

    const ReportLogHeader& header() const { return header_; }
    const std::string& name() const { return name_; }

    /// Continues at the next whole block behind damage; NaN stands for the values in between.
    void skip_damage() { skips_damage_ = true; }
    /// What has been skipped.
    std::span<const LostPart> lost() const { return lost_; }
    /// Whether other logs of its part continue without it.
    bool may_lack_end() const { return skips_damage_ && stop_ < std::numeric_limits<std::uint64_t>::max(); }
    /// How many frames before the next part it does not have, as far as it has been read or counted.
    std::uint64_t lacking_end() const { return lacking_end_; }
    /// The length of the file [bytes].
    std::uint64_t length() const { return length_; }
    /// Ends the readable part before this frame, with which the next part begins.
    void stop_at(std::uint64_t frame) { stop_ = frame; }
    /// Whether the frame to stop at has been reached.
    bool is_at_stop() const { return next_frame_ >= stop_; }
    /// Reads the values of the next block into `values`. Returns false at the end of the readable part.
    bool next(std::vector<double>& values);
    /// Returns the number of readable frames from the position on, and keeps it.
    std::int64_t count_frames();

    /// True if the file begins like a report's log.
    static bool is_one(const std::filesystem::path& log);

  private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    enum class Found { block, end, cut, damage };
    void read_header();
    bool read_more(std::uint64_t bytes);
    Found read_block(std::vector<double>& values);
    bool find_block(std::uint64_t begin, bool is_cut, std::vector<double>& values);
    void lose(std::uint64_t begin, std::uint64_t end, std::uint64_t frames);
    std::size_t frame_bytes() const;

    std::unique_ptr<std::FILE, Close> stream_;
    std::string name_;
    std::uint64_t length_ = 0;  // of the file; limits allocations in case a number is damaged
    ReportLogHeader header_;
    std::size_t head_bytes_ = 0;  // of a block
    std::uint64_t next_frame_ = 0, stop_ = std::numeric_limits<std::uint64_t>::max();
    bool skips_damage_ = false;
    std::vector<LostPart> lost_;
    std::uint64_t block_begin_ = 0;  // number of the first frame of the block read last
    std::uint64_t missing_ = 0;      // frames before the block that was found behind damage
    std::uint64_t lacking_end_ = 0;
    std::vector<double> behind_;    // the values of that block
    std::vector<std::byte> bytes_;  // of the header or block being read
};

/// Reads on; returns whether the log is whole up to where it stops, or has no elements and thus no frames.
bool reads_to_stop(ReportLogReader& log);

}  // namespace ranvier::raster
