#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "engine/raster/file/sink.hpp"
#include "engine/raster/log/log.hpp"

namespace ranvier::raster {

/// The result of merging the logs of a run.
struct Merged {
    std::unique_ptr<Sink> sink;   ///< contains all spikes of the complete intervals; not committed yet
    std::int64_t spikes = 0;      ///< number of spikes in the sink
    std::int64_t dropped = 0;     ///< readable spikes of later intervals, which are missing in some log
    std::uint64_t intervals = 0;  ///< complete in all logs
    double t = 0;                 ///< end of the last complete interval [ms]; 0 if there is none
    Metadata metadata;            ///< what the logs say of the run, the latest part first
};

/// Writes the spikes of complete intervals to a sink, in order. `parts`: the logs of each part of the record, in order;
/// each but the last stops where the next begins. Reads the logs once, one interval at a time. If a spike turns out to be
/// outside its interval (because the time of the run went back), starts again with a new sink and keeps all spikes in
/// memory.
Merged merge(std::vector<std::vector<LogReader>>& parts, const std::function<std::unique_ptr<Sink>()>& make_sink);

}  // namespace ranvier::raster
