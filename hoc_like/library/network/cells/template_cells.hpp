#pragma once

#include "hoc_like/language/interface/call.hpp"

namespace ranvier::hoc {

class CellTemplate;
struct ParallelParts;

/// pc.cells(template, first, n, ...): makes cells from a template; returns their GidRange.
Result make_template_cells(Call& call, const ParallelParts& parts, CellTemplate& of);

}  // namespace ranvier::hoc
