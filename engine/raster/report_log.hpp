#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/raster/append_file.hpp"
#include "engine/raster/report.hpp"

namespace ranvier::raster {

/// A rank's part of a report. Whenever the run ends, the log is readable up to the last complete block.
///
///     header:  magic "RNVREP01", rank, number of ranks (u32), id of the run (u64), first time, interval [ms] (f64),
///              1 if single (u32), lengths of population, variable, units (u32), number of elements (u64), the texts
///              population, variable, units, elements (i32 gid, u32 section, f64 x), CRC
///     block:   magic, number of frames (u32), number of the first frame (u64), values (f64, or f32), CRC
///
/// Little-endian. A CRC covers all preceding bytes of its header or block.
struct ReportLogHeader {
    std::uint32_t rank = 0;
    std::uint32_t ranks = 1;
    std::uint64_t run = 0;  ///< the same for the logs of all ranks of a run; unique to the run
    ReportLayout layout;
};

/// Appends to a log. Throws RasterError.
class ReportLogWriter {
  public:
    explicit ReportLogWriter(const std::filesystem::path& log) : out_(log) {}

    /// Empties the log and writes a header.
    void restart(const ReportLogHeader& header);
    void append(std::span<const double> frames);
    void close() { out_.close(); }
    std::int64_t frames() const { return frames_; }

  private:
    AppendFile out_;
    std::size_t width_ = 0;
    bool is_single_ = false;
    std::int64_t frames_ = 0;
};

/// Reads a log block by block. Damage or truncation is treated like the end of the file.
class ReportLogReader {
  public:
    /// Throws RasterError if the file cannot be opened or its header is not that of a report's log.
    explicit ReportLogReader(const std::filesystem::path& log);

    /// Reads from an open stream, which it closes; `name` is for messages.
    ReportLogReader(std::FILE* stream, std::string name);

    const ReportLogHeader& header() const { return header_; }
    const std::string& name() const { return name_; }

    /// Reads the values of the next block into `values`. Returns false at the end of the readable part.
    bool next(std::vector<double>& values);
    /// Returns the number of readable frames; keeps the position.
    std::int64_t count_frames();

    /// True if the file begins like a report's log.
    static bool is_one(const std::filesystem::path& log);

  private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    void read_header();
    bool read_more(std::uint64_t bytes);

    std::unique_ptr<std::FILE, Close> stream_;
    std::string name_;
    std::uint64_t length_ = 0;  // of the file; limits allocations in case a number is damaged
    ReportLogHeader header_;
    std::uint64_t next_frame_ = 0;
    std::vector<std::byte> bytes_;  // of the header or block being read
};

}  // namespace ranvier::raster
