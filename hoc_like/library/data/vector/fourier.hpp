#pragma once

#include <vector>

namespace ranvier::hoc {

/// The transform of n = 2^k real numbers in half-complex order: r0 r1 .. r(n/2) i(n/2-1) .. i1, where
/// r(k) + i i(k) = sum over j of x(j) exp(-2 pi i j k / n). The size must be a power of 2.
void transform_real(std::vector<double>& x);

/// The inverse transform, including the factor 1/n.
void transform_half_complex(std::vector<double>& x);

/// The smallest power of 2 that is at least n, and at least 1.
std::size_t power_of_two(std::size_t n);

/// Circular convolution of data (size 2^k) with a response of m numbers in wrap-around order (times 0, 1, .., then the
/// negative times). The inverse operation divides the spectra and throws std::runtime_error on a division by 0.
std::vector<double> convolve(std::vector<double> data, const std::vector<double>& response, bool inverse);

}  // namespace ranvier::hoc
