#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ranvier::program {

/// Parses "0-9,12,@file": gids, inclusive ranges, and files that contain both. Returns them ascending, each once. Throws
/// std::invalid_argument with the invalid item, or if there are more than 100 million.
std::vector<std::int32_t> parse_gids(const std::string& words);

}  // namespace ranvier::program
