#pragma once

#include "hoc_like/language/interface/call.hpp"

namespace ranvier::hoc {

struct ParallelParts;

/// pc.insert(gids, "IClamp", "on", "soma", "amp", 0.1, ...): point processes in cells of all ranks, without objects. Returns
/// the number of those on this rank. Collective.
Result insert_point_processes(Call& call, const ParallelParts& parts);

}  // namespace ranvier::hoc
