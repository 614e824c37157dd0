#pragma once

#include "hoc_like/language/interface/call.hpp"

namespace ranvier::hoc {

struct ParallelParts;

/// pc.cells("mechanism", first, n, ...): makes artificial cells; returns their GidRange.
Result make_artificial_cells(Call& call, const ParallelParts& parts);

}  // namespace ranvier::hoc
