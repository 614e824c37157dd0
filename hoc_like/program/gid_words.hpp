#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ranvier::program {

/// The cells of populations by name: ranges of gids, whose ends are excluded, ascending and apart.
using Populations = std::map<std::string, std::vector<std::pair<std::int32_t, std::int32_t>>>;

/// Parses "E=0:80,I=80:100", as a raster has it. Parts that are not of this form are left out.
Populations parse_populations(const std::string& text);

/// Parses "0-9,12,@file": gids, inclusive ranges, and files that contain both. With populations, "E:3" and "E:0-9" are cells of
/// one by their numbers there, which count from 0 in the order of gids, and "E" is all of them. Returns gids ascending, each once.
/// Throws std::invalid_argument with the invalid item, or if there are more than 100 million.
std::vector<std::int32_t> parse_gids(const std::string& words, const Populations* populations = nullptr);

}  // namespace ranvier::program
