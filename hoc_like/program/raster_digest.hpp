#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "exchange/spike.hpp"

namespace ranvier::program {

/// SHA-256 over the records of a raster file, sorted by time and then gid: float64 [ms] and uint64, little-endian; and
/// their number. If `spikes` is given, it gets the records in this order. Throws RasterError.
std::pair<std::string, std::int64_t> raster_digest(const std::filesystem::path& file,
                                                   std::vector<exchange::Spike>* spikes = nullptr);

}  // namespace ranvier::program
