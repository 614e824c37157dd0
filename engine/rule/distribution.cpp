#include "engine/rule/distribution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "mechanisms/runtime/math_vector.h"

namespace ranvier::engine {

namespace {

constexpr std::uint32_t most_attempts = 100'000;
constexpr double least_share = 1e-3;  // of draws within the bounds, so that this many attempts suffice

/// a[0] + a[1] x + ...
template <std::size_t n>
double polynomial(const double (&a)[n], double x) {
    double sum = a[n - 1];
    for (std::size_t k = n - 1; k-- > 0;) sum = sum * x + a[k];
    return sum;
}

/// The argument at which the distribution has the value u, 0 < u < 1.
double quantile(const Distribution& d, double u) {
    switch (d.kind) {
        case Distribution::Kind::uniform:
            return d.a + u * (d.b - d.a);
        case Distribution::Kind::normal:
            return d.a + d.b * normal_quantile(u);
        case Distribution::Kind::lognormal:
            return rv_exp(d.a + d.b * normal_quantile(u));
        case Distribution::Kind::exponential:
            return -d.a * rv_log(u);
        default:
            return d.a;
    }
}

double value(const Distribution& d, std::uint64_t word) {
    return quantile(d, unit_interval(word));
}

/// About which part of the draws lies within the bounds.
double share_within_bounds(const Distribution& d) {
    constexpr int points = 10'000;
    int within = 0;
    for (int k = 0; k < points; ++k) {
        const double x = quantile(d, (k + 0.5) / points);
        within += x >= d.low && x <= d.high;
    }
    return static_cast<double>(within) / points;
}

double rounded(double x, double resolution) {
    return std::max(1., std::floor(x / resolution + 0.5)) * resolution;
}

[[noreturn]] void refuse(const char* name, const char* why) {
    throw std::invalid_argument(fmt::format("{}: {}", name, why));
}

}  // namespace

double normal_quantile(double p) {
    constexpr double a[] = {3.3871328727963666080e0,  1.3314166789178437745e+2, 1.9715909503065514427e+3,
                            1.3731693765509461125e+4, 4.5921953931549871457e+4, 6.7265770927008700853e+4,
                            3.3430575583588128105e+4, 2.5090809287301226727e+3};
    constexpr double b[] = {1.,
                            4.2313330701600911252e+1,
                            6.8718700749205790830e+2,
                            5.3941960214247511077e+3,
                            2.1213794301586595867e+4,
                            3.9307895800092710610e+4,
                            2.8729085735721942674e+4,
                            5.2264952788528545610e+3};
    constexpr double c[] = {1.42343711074968357734e0,  4.63033784615654529590e0, 5.76949722146069140550e0,
                            3.64784832476320460504e0,  1.27045825245236838258e0, 2.41780725177450611770e-1,
                            2.27238449892691845833e-2, 7.74545014278341407640e-4};
    constexpr double d[] = {1.,
                            2.05319162663775882187e0,
                            1.67638483018380384940e0,
                            6.89767334985100004550e-1,
                            1.48103976427480074590e-1,
                            1.51986665636164571966e-2,
                            5.47593808499534494600e-4,
                            1.05075007164441684324e-9};
    constexpr double e[] = {6.65790464350110377720e0,  5.46378491116411436990e0,  1.78482653991729133580e0,
                            2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                            2.71155556874348757815e-5, 2.01033439929228813265e-7};
    constexpr double f[] = {1.,
                            5.99832206555887937690e-1,
                            1.36929880922735805310e-1,
                            1.48753612908506148525e-2,
                            7.86869131145613259100e-4,
                            1.84631831751005468180e-5,
                            1.42151175831644588870e-7,
                            2.04426310338993978564e-15};
    const double q = p - 0.5;
    if (std::fabs(q) <= 0.425) {
        const double r = 0.180625 - q * q;
        return q * polynomial(a, r) / polynomial(b, r);
    }
    const double r = std::sqrt(-rv_log(q < 0 ? p : 1 - p));
    const double size =
        r <= 5 ? polynomial(c, r - 1.6) / polynomial(d, r - 1.6) : polynomial(e, r - 5) / polynomial(f, r - 5);
    return q < 0 ? -size : size;
}

void Distribution::check(const char* name) const {
    check_parameters(name);
    check_bounds(name);
}

void Distribution::check_parameters(const char* name) const {
    if (!std::isfinite(a) || !std::isfinite(b)) refuse(name, "the parameters must be finite numbers");
    if (kind == Kind::uniform && b < a) refuse(name, "the upper end of a uniform distribution is below the lower end");
    const bool has_deviation = kind == Kind::normal || kind == Kind::lognormal;
    if (has_deviation && b < 0) refuse(name, "a standard deviation must be >= 0");
    if (kind == Kind::exponential && a < 0) refuse(name, "the mean of an exponential distribution must be >= 0");
}

void Distribution::check_bounds(const char* name) const {
    if (!(low <= high)) refuse(name, "the lower bound is above the upper bound");
    if (!(resolution >= 0) || std::isinf(resolution)) refuse(name, "the resolution must be a number >= 0");
    if (kind == Kind::constant && (a < low || a > high)) refuse(name, "the constant is not within its bounds");
    if (is_drawn() && outside == Outside::redraw && share_within_bounds(*this) < least_share) {
        refuse(name, "fewer than one draw in 1000 lies within the bounds");
    }
    if (kind != Kind::values) return;
    const auto is_wrong = [this](double x) { return !(x >= low && x <= high); };
    if (std::any_of(values->begin(), values->end(), is_wrong)) refuse(name, "a value is not within the bounds");
}

double Distribution::least() const {
    double least = -std::numeric_limits<double>::infinity();
    if (kind == Kind::constant || kind == Kind::uniform) least = a;
    if (kind == Kind::lognormal || kind == Kind::exponential) least = 0;
    if (kind == Kind::values && !values->empty()) least = *std::min_element(values->begin(), values->end());
    least = std::max(least, low);
    return resolution > 0 ? std::max(least > 0 ? rounded(least, resolution) : resolution, resolution) : least;
}

double Distribution::within_bounds(double x, const KeyedRandom& random, Use use, Gid target, std::uint64_t k) const {
    const auto subject = static_cast<std::uint32_t>(target);
    for (std::uint32_t attempt = 1; is_drawn() && outside == Outside::redraw && !(x >= low && x <= high); ++attempt) {
        if (attempt > most_attempts) {
            throw std::invalid_argument(
                fmt::format("none of {} draws lies between {:g} and {:g}", most_attempts, low, high));
        }
        x = value(*this, random.pair(use, subject, k / 2, attempt).word[k % 2]);
    }
    x = std::clamp(x, low, high);
    return resolution > 0 ? rounded(x, resolution) : x;
}

double Distribution::draw_one(const KeyedRandom& random, Use use, Gid target, std::uint64_t k, std::size_t at) const {
    double x = a;
    if (kind == Kind::values) {
        x = (*values)[at];
    } else if (kind != Kind::constant) {
        x = value(*this, random.pair(use, static_cast<std::uint32_t>(target), k / 2).word[k % 2]);
    }
    return within_bounds(x, random, use, target, k);
}

void Distribution::draw(const KeyedRandom& random, Use use, Gid target, std::uint64_t k, std::size_t at,
                        std::span<double> to) const {
    if (kind == Kind::constant) {
        std::fill(to.begin(), to.end(), within_bounds(a, random, use, target, k));
        return;
    }
    if (kind == Kind::values) {
        std::copy_n(values->begin() + static_cast<std::ptrdiff_t>(at), to.size(), to.begin());
    } else {
        KeyedRandom::Pair pair{};
        for (std::size_t i = 0; i < to.size(); ++i) {
            if (i == 0 || (k + i) % 2 == 0) pair = random.pair(use, static_cast<std::uint32_t>(target), (k + i) / 2);
            to[i] = value(*this, pair.word[(k + i) % 2]);
        }
    }
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = within_bounds(to[i], random, use, target, k + i);
}

}  // namespace ranvier::engine
