#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "engine/raster/report_log.hpp"

namespace ranvier::raster {

struct MergedReport {
    std::int64_t frames = 0;   ///< that all ranks have
    std::int64_t dropped = 0;  ///< that only some have
    double t = 0;              ///< time of the last one [ms]
};

/// Turns the logs of all ranks into `file`. Holds some frames in memory, whatever their number, and all elements.
/// Throws RasterError.
MergedReport merge_reports(std::vector<ReportLogReader>& logs, const std::filesystem::path& file,
                           const Metadata& metadata);

}  // namespace ranvier::raster
