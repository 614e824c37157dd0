#pragma once

#include "engine/rule/lanes.hpp"

namespace ranvier::engine {

/// The argument at which the standard normal distribution has the value p, 0 < p < 1, to about 1e-16.
///
/// Source: Wichura 1988, "Algorithm AS 241: the percentage points of the normal distribution" (PPND16).
double normal_quantile(double p);

/// Replaces each p by its quantile, the bits of normal_quantile.
void normal_quantiles(Lanes<double>& p);

}  // namespace ranvier::engine
