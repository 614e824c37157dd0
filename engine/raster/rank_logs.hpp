#pragma once

#include <cstdint>
#include <filesystem>

#include "engine/raster/raster.hpp"
#include "exchange/task.hpp"
#include "exchange/transport/transport.hpp"

// What recorders of spikes and of reports do with their logs, one of each rank.
namespace ranvier::raster {

/// Collective. Removes the logs that an earlier run left for this file; returns an id for the new run.
exchange::Task<std::uint64_t> begin_logs(exchange::Transport& transport, std::filesystem::path file);

}  // namespace ranvier::raster
