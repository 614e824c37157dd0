#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "engine/edges/edges.hpp"
#include "engine/network/network_ids.hpp"
#include "exchange/spike_source.hpp"

namespace ranvier::hoc {

/// The arguments of a script's report other than the text (docs: "ParallelContext.report"); sections are given by
/// Section::id.
struct ReportTargets {
    std::vector<engine::Gid> gids;
    std::vector<std::uint32_t> sections;
};

/// A script's request for checkpoints (docs: "ParallelContext.checkpoint").
struct CheckpointRequest {
    std::string file;
    std::string every;  ///< interval with a unit; empty: at signals only
    bool resume = false;
    bool force = false;  ///< resume even if scripts or parameters differ
};

/// The files that scripts name: the program and the Python module implement this. Reading throws std::runtime_error. The
/// other functions are collective over all ranks and throw std::exception.
class RunFiles {
  public:
    virtual ~RunFiles() = default;
    virtual std::shared_ptr<exchange::SpikeSource> read_raster(const std::string& file) = 0;
    /// Begins and completes a script's raster (docs: "ParallelContext.raster"); `close_raster` returns the number of
    /// spikes.
    virtual void open_raster(const std::string& file) = 0;
    virtual std::int64_t close_raster() = 0;
    virtual edges::EdgeTable read_connections(const std::string& file, const edges::EdgeReading& reading) = 0;
    /// What each cell of a run took [s], by its summary.
    virtual std::vector<std::pair<engine::Gid, double>> read_times_of_cells(const std::string& summary) = 0;
    virtual void write_connections(const std::string& file) = 0;
    virtual void open_report(const std::string& words, const ReportTargets& targets) = 0;
    virtual void open_checkpoint(const CheckpointRequest& request) = 0;
};

}  // namespace ranvier::hoc
