#pragma once

#include <cstdint>
#include <vector>

#include "engine/raster/log.hpp"
#include "engine/raster/sink.hpp"

namespace ranvier::raster {

/// What the logs of a run hold together.
struct LogSummary {
    std::uint64_t intervals = 0;  ///< complete in all logs
    std::int64_t spikes = 0;      ///< readable, those of later intervals included
    double t = 0;                 ///< end of the last complete interval [ms]; 0 if there is none
    bool is_ordered = true;  ///< no spike of an interval lies outside it, so that intervals can be merged one by one
};

/// Reads all logs through, and leaves them at their first block.
LogSummary summarise(std::vector<LogReader>& logs);

/// Writes the complete intervals' spikes in order to the sink; returns how many. Holds an interval's spikes in memory
/// at a time if the logs are ordered, else (a run whose time went back) all.
std::int64_t merge(std::vector<LogReader>& logs, const LogSummary& summary, Sink& sink);

}  // namespace ranvier::raster
