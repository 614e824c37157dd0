#pragma once

#include <complex>

namespace ranvier::engine {

// With the same bits on every CPU. Those of the C and C++ libraries differ: on ARM they fuse products and sums.

/// a / b by R. L. Smith, "Algorithm 116: Complex division", CACM 5(8):435, 1962. For |b| and |a / b| that are neither near the
/// largest nor near the smallest numbers.
std::complex<double> quotient(std::complex<double> a, std::complex<double> b);

/// |z|, corrected for the rounding of the sum of squares as in C. F. Borges, "An improved algorithm for hypot(a,b)",
/// arXiv:1904.09481, 2019 (the form without fused operations); off by one unit in the last place at most.
double magnitude(std::complex<double> z);

}  // namespace ranvier::engine
