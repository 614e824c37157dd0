#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "engine/raster/log.hpp"
#include "engine/raster/sink.hpp"

namespace ranvier::raster {

/// The result of merging the logs of a run.
struct Merged {
    std::unique_ptr<Sink> sink;   ///< has all spikes of the complete intervals; still to be committed
    std::int64_t spikes = 0;      ///< in it
    std::int64_t dropped = 0;     ///< readable, but of later intervals, which are missing in some log
    std::uint64_t intervals = 0;  ///< complete in all logs
    double t = 0;                 ///< end of the last complete interval [ms]; 0 if there is none
};

/// Puts the complete intervals' spikes in order into a sink. Reads the logs once, an interval at a time. If a spike
/// turns out to be outside its interval (a run whose time went back), restarts with another sink and holds all spikes
/// in memory.
Merged merge(std::vector<LogReader>& logs, const std::function<std::unique_ptr<Sink>()>& make_sink);

}  // namespace ranvier::raster
