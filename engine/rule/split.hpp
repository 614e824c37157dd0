#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/rule/rule.hpp"

namespace ranvier::engine {

// Rules that fix a number over many targets split it recursively over halves of the targets' positions, by draws that are
// keyed by the half. A rank follows only the halves in which it has targets.

/// fixed_total_number: the number of connections onto each of `targets` (positions, ascending).
std::vector<std::uint64_t> split_total(const Rule& rule, std::span<const std::uint32_t> targets,
                                       const ForEachTask& for_each_task = one_by_one);

/// fixed_outdegree: the connections of all sources onto `targets`.
Incoming split_outdegrees(const Rule& rule, std::span<const std::uint32_t> targets, const ForEachTask& for_each_task);

/// The number of tasks in which about this many connections are drawn.
std::size_t tasks_of(std::uint64_t connections);

}  // namespace ranvier::engine
