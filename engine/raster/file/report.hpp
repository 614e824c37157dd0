#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/raster/file/raster.hpp"

namespace ranvier::raster {

/// A column of a report: a segment of a cell.
struct ReportElement {
    Gid gid = 0;
    std::uint32_t section = 0;  ///< number of the section in the cell, in order of creation
    double x = 0;               ///< center of the segment, 0 to 1
    bool operator==(const ReportElement&) const = default;
};

/// The layout of a report. Frame k is at time t_begin + k dt.
struct ReportLayout {
    std::string population = "All";
    std::string variable, units;
    double t_begin = 0, dt = 0;  ///< [ms]
    bool is_single = false;      ///< values are stored in 32 bits
    std::vector<ReportElement> elements;
};

/// A report file being written, under a temporary name until `commit`. If destroyed before `commit`, removes the file.
/// The layout's elements are in order of gid.
class ReportSink {
  public:
    virtual ~ReportSink() = default;
    /// The best number of frames to append together; fewer only at the end.
    virtual std::int64_t frames_at_once() const = 0;
    virtual void append(std::span<const double> frames) = 0;
    virtual void commit() = 0;
};

std::unique_ptr<ReportSink> make_report_sink(const std::filesystem::path& file, const ReportLayout& layout,
                                             std::int64_t frames, const Metadata& metadata);

}  // namespace ranvier::raster
