#include "hoc_like/library/data/vector/fourier.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <stdexcept>

#include "engine/solve/impedance/complex_numbers.hpp"

namespace ranvier::hoc {

namespace {

using Complex = std::complex<double>;
constexpr double two_pi = 6.283185307179586476925;

/// In-place Fourier transform by decimation in time (Cooley & Tukey 1965), unscaled; sign -1 forward, +1 backward.
void transform(std::vector<Complex>& x, double sign) {
    const std::size_t n = x.size();
    for (std::size_t i = 1, j = 0; i < n; ++i) {
        std::size_t bit = n >> 1;
        for (; j & bit; bit >>= 1) j ^= bit;
        j ^= bit;
        if (i < j) std::swap(x[i], x[j]);
    }
    for (std::size_t length = 2; length <= n; length *= 2) {
        for (std::size_t k = 0; k < length / 2; ++k) {
            // Computes each root separately; repeated multiplication would lose digits.
            const Complex root = std::polar(1.0, sign * two_pi * static_cast<double>(k) / static_cast<double>(length));
            for (std::size_t i = k; i < n; i += length) {
                const Complex odd = x[i + length / 2] * root;
                x[i + length / 2] = x[i] - odd;
                x[i] += odd;
            }
        }
    }
}

Complex coefficient(const std::vector<double>& x, std::size_t k) {
    return k == 0 || 2 * k == x.size() ? Complex{x[k], 0.0} : Complex{x[k], x[x.size() - k]};
}

void set_coefficient(std::vector<double>& x, std::size_t k, Complex value) {
    x[k] = value.real();
    if (k != 0 && 2 * k != x.size()) x[x.size() - k] = value.imag();
}

}  // namespace

void transform_real(std::vector<double>& x) {
    std::vector<Complex> z{x.begin(), x.end()};
    transform(z, -1.0);
    for (std::size_t k = 0; k <= x.size() / 2 && k < x.size(); ++k) set_coefficient(x, k, z[k]);
}

void transform_half_complex(std::vector<double>& x) {
    const std::size_t n = x.size();
    std::vector<Complex> z(n);
    for (std::size_t k = 0; k <= n / 2 && k < n; ++k) {
        z[k] = coefficient(x, k);
        if (k > 0) z[n - k] = std::conj(z[k]);
    }
    transform(z, 1.0);
    for (std::size_t i = 0; i < n; ++i) x[i] = z[i].real() / static_cast<double>(n);
}

std::size_t power_of_two(std::size_t n) {
    std::size_t power = 1;
    while (power < n) power *= 2;
    return power;
}

std::vector<double> convolve(std::vector<double> data, const std::vector<double>& response, bool inverse) {
    const std::size_t n = data.size(), m = response.size();
    std::vector<double> spread(n, 0.0);
    for (std::size_t i = 0; i < (m + 1) / 2; ++i) spread[i] = response[i];
    for (std::size_t i = 1; m > 0 && i <= (m - 1) / 2; ++i) spread[n - i] = response[m - i];
    transform_real(data);
    transform_real(spread);
    for (std::size_t k = 0; k <= n / 2 && k < n; ++k) {
        const Complex d = coefficient(data, k), r = coefficient(spread, k);
        if (inverse && r == Complex{}) throw std::runtime_error("the response is zero at some frequency");
        set_coefficient(data, k, inverse ? engine::quotient(d, r) : d * r);
    }
    transform_half_complex(data);
    return data;
}

}  // namespace ranvier::hoc
