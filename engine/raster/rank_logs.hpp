#pragma once

#include <cstdint>
#include <filesystem>

#include "engine/raster/raster.hpp"
#include "exchange/task.hpp"
#include "exchange/transport/transport.hpp"

// Management of the logs of spike and report recorders, one per rank.
namespace ranvier::raster {

/// Collective. Removes the logs that earlier runs left for this file; returns an id for the new run.
exchange::Task<std::uint64_t> begin_logs(exchange::Transport& transport, std::filesystem::path file);

}  // namespace ranvier::raster
