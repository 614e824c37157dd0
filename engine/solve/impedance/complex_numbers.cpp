#include "engine/solve/impedance/complex_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ranvier::engine {

namespace {

/// Products with x / z, in the order that keeps digits if x / z is tiny.
struct Scaled {
    double x, z, ratio = x / z;
    double times(double y) const {
        return std::abs(ratio) > std::numeric_limits<double>::min() ? y * ratio : x * (y / z);
    }
};

/// hypot of x >= y > 0, far from overflow and underflow.
double corrected(double x, double y) {
    const double h = std::sqrt(x * x + y * y);
    double t1 = 0, t2 = 0;
    if (h <= 2 * y) {
        const double delta = h - y;
        t1 = x * (2 * delta - x);
        t2 = (delta - 2 * (x - y)) * delta;
    } else {
        const double delta = h - x;
        t1 = 2 * delta * (x - 2 * y);
        t2 = (4 * delta - y) * y + delta * delta;
    }
    return h - (t1 + t2) / (2 * h);
}

}  // namespace

std::complex<double> quotient(std::complex<double> a, std::complex<double> b) {
    const bool is_steep = std::abs(b.real()) < std::abs(b.imag());
    const Scaled share = is_steep ? Scaled{b.real(), b.imag()} : Scaled{b.imag(), b.real()};
    const double denominator = share.x * share.ratio + share.z;
    const std::complex<double> found = is_steep ? std::complex((share.times(a.real()) + a.imag()) / denominator,
                                                               (share.times(a.imag()) - a.real()) / denominator)
                                                : std::complex((share.times(a.imag()) + a.real()) / denominator,
                                                               (a.imag() - share.times(a.real())) / denominator);
    const bool is_lost = std::isnan(found.real()) && std::isnan(found.imag());
    return is_lost ? a / b : found;  // the library knows which infinity it is
}

double magnitude(std::complex<double> z) {
    if (!std::isfinite(z.real()) || !std::isfinite(z.imag())) return std::abs(z);
    const double x = std::max(std::abs(z.real()), std::abs(z.imag()));
    const double y = std::min(std::abs(z.real()), std::abs(z.imag()));
    constexpr double large = 0x1p+511, tiny = 0x1p-459, scale = 0x1p-600, epsilon = 0x1p-54;
    if (y <= x * epsilon) return x + y;
    if (x > large) return corrected(x * scale, y * scale) / scale;
    if (y < tiny) return corrected(x / scale, y / scale) * scale;
    return corrected(x, y);
}

}  // namespace ranvier::engine
