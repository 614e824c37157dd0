#pragma once

#include <cstdint>
#include <filesystem>

#include "engine/raster/raster.hpp"
#include "exchange/task.hpp"
#include "exchange/transport/transport.hpp"

// Management of the logs of spike and report recorders, one per rank.
namespace ranvier::raster {

/// What the ranks' logs of a run have in common.
struct CommonLog {
    std::uint64_t run = 0;       ///< an id for the run
    std::filesystem::path file;  ///< the `output_path` of the file to write; the logs are beside it
};

/// Collective. Removes the logs that earlier runs left for this file. Throws RasterError, on every rank, if `output_path`
/// refuses the file.
exchange::Task<CommonLog> begin_logs(exchange::Transport& transport, std::filesystem::path file);

}  // namespace ranvier::raster
