#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "engine/network/network_ids.hpp"
#include "engine/storage/variable_ref.hpp"
#include "hoc_like/language/interface/object.hpp"

namespace ranvier::hoc {

struct ParallelParts;
struct RuleCall;

/// The halves of gap junctions that rules have made, by the gid of their cell on this rank.
using GapJunctions = std::map<engine::Gid, std::vector<engine::InstanceId>>;

/// Makes the gap junctions of pc.connect(..., "gap", ...), whose rule the ranks have agreed on. Collective. Returns the number of
/// halves on this rank. Throws std::invalid_argument.
std::uint64_t connect_by_gap_junctions(const ParallelParts& parts, const RuleCall& given);

/// pc.gap_junctions(gid): a List of those halves that still exist.
ObjectPtr gap_junctions_of(const ParallelParts& parts, engine::Gid gid);

}  // namespace ranvier::hoc
