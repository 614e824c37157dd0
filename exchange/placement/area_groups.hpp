#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace ranvier::exchange {

/// For each rank, the lowest rank of its group: ranks that have an area in common are in one group, as are those that are
/// joined through others. `areas`: of each rank in turn; `counts`: the number of each rank's areas.
std::vector<int> groups_of_ranks(std::span<const int> areas, std::span<const std::size_t> counts);

}  // namespace ranvier::exchange
