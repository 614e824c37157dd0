#pragma once

#include <cstdint>

namespace ranvier::engine {

// Counts drawn from one uniform number u in (0, 1), by summing probabilities outward from the mode. They use exact
// IEEE arithmetic only, so that they are the same on any CPU. Time: O(standard deviation).
//
// Source of the probabilities at the mode: Loader 2000, "Fast and accurate computation of binomial probabilities"
// (saddle-point expansion).

/// The number of successes among n trials of probability p. 0 <= p <= 1, n < 2^50.
std::uint64_t binomial(std::uint64_t n, double p, double u);

/// A number with a Poisson distribution. 0 <= mean <= 2^40.
std::uint64_t poisson(double mean, double u);

/// The number of marked ones among `drawn` that are drawn without replacement from `marked` + `others`, each below 2^50.
/// Precondition: drawn <= marked + others.
std::uint64_t hypergeometric(std::uint64_t marked, std::uint64_t others, std::uint64_t drawn, double u);

}  // namespace ranvier::engine
