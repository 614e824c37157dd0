#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "engine/raster/log/block_search.hpp"

namespace ranvier::raster {

struct Recovered {
    bool is_report = false;
    std::int64_t spikes = 0;     ///< spikes in the file; for a report, frames
    std::int64_t intervals = 0;  ///< intervals that are complete on all ranks; for a report, frames
    std::int64_t dropped = 0;    ///< readable spikes of later intervals (or frames) that are missing on some rank
    double t = 0;                ///< end of the last complete interval [ms], or the last frame; 0 if there is none
    int ranks = 0;
    std::vector<LostPart> lost;  ///< damaged parts of logs, in order of parts and ranks
};

struct RecoverTo {
    std::filesystem::path file;  ///< to make instead of the file beside which the logs lie; empty: that one
    bool replaces = false;       ///< a file that exists already
};

/// Makes `file` from the logs (of spikes or of a report) that an unfinished run left beside it, up to the last interval
/// or frame that all ranks have. Where a log is damaged, the file lacks the spikes of its rank, and a report has NaN. The
/// logs stay. Throws RasterError if there are no logs, if the log of a rank is missing, if the logs belong to different runs, or if there is
/// such a file already, which may hold all of an earlier run.
Recovered recover(const std::filesystem::path& file, const RecoverTo& to = {});

}  // namespace ranvier::raster
