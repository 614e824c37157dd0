#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "exchange/study/recorded_run.hpp"

namespace ranvier::program {

/// The files of a recorded run, and what stands for its summary.
struct RecordedWords {
    std::string raster, edges;
    std::string summary;             ///< of --summary; empty: the following
    std::vector<std::string> times;  ///< summaries of replays of single ranks
    int cells = 0;                   ///< gids 0 to cells - 1; 0: the gids in raster and edges
    double dt = 0;                   ///< [ms]; 0: as the raster says
    double tstop = 0;                ///< [ms]; 0: as the raster says
    double longest_interval = 10;    ///< [ms]

    int area_size = 0;  ///< of consecutive cells; 0: areas of the summary, if any
};

/// Throws ExchangeError if the summary in `file` is of a dry run.
void refuse_dry_run(const nlohmann::json& summary, const std::string& file);

/// The cells of a recorded run, with their areas if these are known: those that its summary names or, if `summary` is empty,
/// that its raster does. Throws ExchangeError or RasterError.
exchange::RecordedRun read_recorded_cells(const std::string& summary, const std::string& raster);

/// Throws ExchangeError, EdgeError or RasterError if a file cannot be read or the files are not of the same run.
exchange::RecordedRun read_recorded_run(const RecordedWords& words);

}  // namespace ranvier::program
