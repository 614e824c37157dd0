#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "engine/raster/raster.hpp"
#include "exchange/task.hpp"
#include "exchange/transport/transport.hpp"

// What recorders of spikes and of reports do with their logs, one of each rank.
namespace ranvier::raster {

/// Collective. Throws RasterError on every rank if one of them has something to complain about.
exchange::Task<void> agree(exchange::Transport& transport, std::string complaint);

/// Does the work and returns what went wrong, or nothing.
template <typename Work>
std::string complaint_of(Work work) {
    try {
        work();
    } catch (const RasterError& error) {
        return error.what();
    } catch (const std::filesystem::filesystem_error& error) {
        return error.what();
    }
    return {};
}

/// Collective. Removes the logs that an earlier run left for this file; returns an id for the new run.
exchange::Task<std::uint64_t> begin_logs(exchange::Transport& transport, std::filesystem::path file);

}  // namespace ranvier::raster
