#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "engine/raster/report_log.hpp"

namespace ranvier::raster {

struct MergedReport {
    std::int64_t frames = 0;   ///< frames that all ranks have
    std::int64_t dropped = 0;  ///< frames that only some ranks have
    double t = 0;              ///< time of the last frame that all ranks have [ms]
};

/// Merges the logs of all ranks into `file`. Keeps only some frames in memory, whatever the length of the report, and
/// all elements. Throws RasterError.
MergedReport merge_reports(std::vector<ReportLogReader>& logs, const std::filesystem::path& file,
                           const Metadata& metadata);

}  // namespace ranvier::raster
