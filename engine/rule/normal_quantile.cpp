#include "engine/rule/normal_quantile.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "engine/storage/each_isa.hpp"
#include "mechanisms/runtime/math_vector.h"

namespace ranvier::engine {

namespace {

constexpr double center_over[] = {3.3871328727963666080e0,  1.3314166789178437745e+2, 1.9715909503065514427e+3,
                                  1.3731693765509461125e+4, 4.5921953931549871457e+4, 6.7265770927008700853e+4,
                                  3.3430575583588128105e+4, 2.5090809287301226727e+3};
constexpr double center_under[] = {1.0e0,
                                   4.2313330701600911252e+1,
                                   6.8718700749205790830e+2,
                                   5.3941960214247511077e+3,
                                   2.1213794301586595867e+4,
                                   3.9307895800092710610e+4,
                                   2.8729085735721942674e+4,
                                   5.2264952788528545610e+3};
constexpr double near_over[] = {1.42343711074968357734e0,  4.63033784615654529590e0, 5.76949722146069140550e0,
                                3.64784832476320460504e0,  1.27045825245236838258e0, 2.41780725177450611770e-1,
                                2.27238449892691845833e-2, 7.74545014278341407640e-4};
constexpr double near_under[] = {1.0e0,
                                 2.05319162663775882187e0,
                                 1.67638483018380384940e0,
                                 6.89767334985100004550e-1,
                                 1.48103976427480074590e-1,
                                 1.51986665636164571966e-2,
                                 5.47593808499534494600e-4,
                                 1.05075007164441684324e-9};
constexpr double far_over[] = {6.65790464350110377720e0,  5.46378491116411436990e0,  1.78482653991729133580e0,
                               2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                               2.71155556874348757815e-5, 2.01033439929228813265e-7};
constexpr double far_under[] = {1.0e0,
                                5.99832206555887937690e-1,
                                1.36929880922735805310e-1,
                                1.48753612908506148525e-2,
                                7.86869131145613259100e-4,
                                1.84631831751005468180e-5,
                                1.42151175831644588870e-7,
                                2.04426310338993978564e-15};

constexpr double half_of_center = 0.425, shift_of_tail = 1.6, end_of_tail = 5;

/// a[0] + a[1] x + ...
template <std::size_t n>
RANVIER_INLINE double polynomial(const double (&a)[n], double x) {
    double sum = a[n - 1];
    for (std::size_t k = n - 1; k-- > 0;) sum = sum * x + a[k];
    return sum;
}

/// Where |p - 1/2| <= half_of_center.
RANVIER_INLINE double center(double p) {
    const double q = p - 0.5;
    const double r = 0.180625 - q * q;
    return q * polynomial(center_over, r) / polynomial(center_under, r);
}

/// The argument of the quantile's size in a tail.
RANVIER_INLINE double root_of_tail(double p) {
    return std::sqrt(-rv_log(p < 0.5 ? p : 1 - p));
}
RANVIER_INLINE double near_tail(double r) {
    return polynomial(near_over, r - shift_of_tail) / polynomial(near_under, r - shift_of_tail);
}
RANVIER_INLINE double far_tail(double r) {
    return polynomial(far_over, r - end_of_tail) / polynomial(far_under, r - end_of_tail);
}

RANVIER_EACH_ISA void centers(Lanes<double>& p) {
    for (double& each : p) each = center(each);
}

/// Replaces probabilities by sizes of quantiles, and returns whether all are right: none lies in the far tail.
RANVIER_EACH_ISA bool near_tails(std::span<double> p) {
    int far = 0;
    for (double& each : p) {
        const double r = root_of_tail(each);
        each = near_tail(r);
        far |= r > end_of_tail;
    }
    return far == 0;
}

/// The quantiles of those lanes, which are not in the center.
void tails(const Lanes<double>& p, std::span<const std::uint32_t> of, Lanes<double>& quantile) {
    Lanes<double> in_tail;
    for (std::size_t i = 0; i < of.size(); ++i) in_tail[i] = p[of[i]];
    const bool are_near = near_tails(std::span(in_tail).first(of.size()));
    for (std::size_t i = 0; i < of.size(); ++i) {
        const std::uint32_t lane = of[i];
        quantile[lane] = !are_near ? normal_quantile(p[lane]) : p[lane] < 0.5 ? -in_tail[i] : in_tail[i];
    }
}

/// Writes the lanes that are not in the center, and returns their number.
std::size_t find_tails(const Lanes<double>& p, Lanes<std::uint32_t>& found) {
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < p.size(); ++i) {
        found[count] = i;
        count += !(std::fabs(p[i] - 0.5) <= half_of_center);
    }
    return count;
}

}  // namespace

double normal_quantile(double p) {
    if (std::fabs(p - 0.5) <= half_of_center) return center(p);
    const double r = root_of_tail(p);
    const double size = r <= end_of_tail ? near_tail(r) : far_tail(r);
    return p < 0.5 ? -size : size;
}

void normal_quantiles(Lanes<double>& p) {
    const Lanes<double> given = p;
    centers(p);
    Lanes<std::uint32_t> found;
    const std::size_t count = find_tails(given, found);
    if (count > 0) tails(given, std::span(found).first(count), p);
}

}  // namespace ranvier::engine
