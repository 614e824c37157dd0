#include <bit>
#include <cmath>
#include <cstdint>

#include "mechanisms/runtime/elementary/elementary.hpp"

namespace ranvier::elementary {
namespace {

/// exp(size)/2 for size >= 22, where exp(-size) no longer counts; infinity above the largest result.
double half_exp(double size) {
    constexpr double first_above = 0x1.62e42p+9;  // about log(largest double): from here exp alone might overflow
    if (size < first_above) return .5 * exp(size);
    const double root = exp(.5 * size);
    return .5 * root * root;
}

}  // namespace

double sinh(double x) {
    const double size = std::fabs(x);
    if (size < 0x1p-28 || !(size < INFINITY)) return x;
    const double half = std::copysign(.5, x);
    if (size >= 22) return std::copysign(half_exp(size), x);
    const double e = std::expm1(size);
    return size < 1 ? half * (2 * e - e * e / (e + 1)) : half * (e + e / (e + 1));
}

double cosh(double x) {
    const double size = std::fabs(x);
    if (size < 0x1p-55) return 1;
    if (size < 0x1.62e43p-2) {  // ln(2)/2
        const double e = std::expm1(size), above = 1 + e;
        return 1 + e * e / (above + above);
    }
    if (!(size < 22)) return size < INFINITY ? half_exp(size) : size;
    const double e = exp(size);
    return .5 * e + .5 / e;
}

}  // namespace ranvier::elementary
