#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "engine/raster/log/report_log.hpp"

namespace ranvier::raster {

struct MergedReport {
    std::int64_t frames = 0;   ///< frames that all ranks have
    std::int64_t dropped = 0;  ///< frames that only some ranks have
    double t = 0;              ///< time of the last frame that all ranks have [ms]
};

/// Merges the logs into `file`. `parts`: the logs of all ranks for each part of the record, in order; each but the last
/// stops where the next begins. Keeps only some frames in memory, whatever the length of the report, and all elements.
/// Throws RasterError, also if parts differ in their elements.
MergedReport merge_reports(std::vector<std::vector<ReportLogReader>>& parts, const std::filesystem::path& file,
                           const Metadata& metadata);

}  // namespace ranvier::raster
