#pragma once

#include <cstdint>
#include <filesystem>

namespace ranvier::raster {

struct Recovered {
    bool is_report = false;
    std::int64_t spikes = 0;     ///< in the file; of a report: frames
    std::int64_t intervals = 0;  ///< complete on all ranks
    std::int64_t dropped = 0;    ///< readable spikes of later intervals (or frames), which are missing on some rank
    double t = 0;                ///< end of the last complete interval [ms], or the last frame; 0 if there is none
    int ranks = 0;
};

/// Turns the logs that an unfinished run left beside `file`, of spikes or of a report, into that file, up to the last
/// interval or frame that is complete and undamaged on all ranks. The logs are removed only after the file is in place.
/// Throws RasterError if there are no logs, or the log of a rank is missing, or they belong to different runs.
Recovered recover(const std::filesystem::path& file);

}  // namespace ranvier::raster
