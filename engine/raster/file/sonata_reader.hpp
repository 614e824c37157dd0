#pragma once

#include <string>
#include <vector>

#include "engine/raster/file/hdf5.hpp"
#include "engine/raster/file/sink.hpp"

namespace ranvier::raster {

/// The same as read_sonata with a path (sink.hpp), for a file that is already open, perhaps in memory. `name` is for
/// messages.
std::vector<Spike> read_sonata(Handle file, const std::string& name, const std::string& population);

}  // namespace ranvier::raster
