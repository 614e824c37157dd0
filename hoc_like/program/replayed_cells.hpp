#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ranvier::program {

struct ReplayOptions;

/// The gids that the words of --cells name: gids, ranges, and cells of populations that the replayed raster names. Throws
/// std::invalid_argument.
std::vector<std::int32_t> replayed_cells(const ReplayOptions& options, const std::string& words);

}  // namespace ranvier::program
