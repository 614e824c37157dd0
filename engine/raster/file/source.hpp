#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/raster/file/raster.hpp"
#include "exchange/spike_source.hpp"

namespace ranvier::raster {

/// A population of a raster file.
struct Population {
    std::string name;       ///< empty if the file has none
    std::vector<Gid> gids;  ///< gids that fire, ascending
};

/// A raster of any size, read in order of time with a few MB of memory.
struct OpenRaster {
    std::shared_ptr<exchange::SpikeSource> spikes;
    std::vector<Population> populations;  ///< the requested populations
};

/// Opens a raster file and checks all of it; throws RasterError if the file has errors. Spikes that are not in order of
/// time, are in several populations, or are in text are sorted first, with a temporary file if there are many
/// (spike_sorter.hpp).
OpenRaster open(const std::filesystem::path& file, const ReadOptions& options = {});

}  // namespace ranvier::raster
