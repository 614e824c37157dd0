#include "engine/rule/distribution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "engine/rule/normal_quantile.hpp"
#include "engine/storage/each_isa.hpp"
#include "mechanisms/runtime/math_vector.h"

namespace ranvier::engine {

double rounded(double x, double resolution) {
    return std::max(1., std::floor(x / resolution + 0.5)) * resolution;
}

namespace {

constexpr std::uint32_t most_attempts = 100'000;
constexpr double least_share = 1e-3;  // of draws within the bounds, so that this many attempts suffice

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

RANVIER_EACH_ISA void scale(Lanes<double>& x, double a, double b) {
    for (double& each : x) each = a + each * b;
}
RANVIER_EACH_ISA void exponentials(Lanes<double>& x) {
    for (double& each : x) each = rv_exp(each);
}
RANVIER_EACH_ISA void waiting_times(Lanes<double>& u, double mean) {
    for (double& each : u) each = -mean * rv_log(each);
}

/// The same for each lane.
void quantiles(const Distribution& d, Lanes<double>& u) {
    if (d.kind == Distribution::Kind::exponential) return waiting_times(u, d.a);
    if (d.kind == Distribution::Kind::uniform) return scale(u, d.a, d.b - d.a);
    normal_quantiles(u);
    scale(u, d.a, d.b);
    if (d.kind == Distribution::Kind::lognormal) exponentials(u);
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

/// The same for each. Where all are small, int32_t rounds as floor does, and lanes can do it.
RANVIER_EACH_ISA void round_each(std::span<double> x, double resolution) {
    const double limit = resolution * 0x1p30;
    int is_any_large = 0;
    for (const double each : x) is_any_large |= !(each < limit);
    if (is_any_large) {
        for (double& each : x) each = rounded(each, resolution);
        return;
    }
    for (double& each : x) {
        const double steps = std::max(1., each / resolution + 0.5);
        each = static_cast<double>(static_cast<std::int32_t>(steps)) * resolution;
    }
}

[[noreturn]] void refuse(const char* name, const char* why) {
    throw std::invalid_argument(fmt::format("{}: {}", name, why));
}

}  // namespace

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

/// x, or what takes its place.
double Distribution::within_bounds(double x, const KeyedRandom& random, Use use, Gid target, std::uint32_t k) const {
    const auto subject = static_cast<std::uint32_t>(target);
    for (std::uint32_t attempt = 1; is_drawn() && outside == Outside::redraw && !(x >= low && x <= high); ++attempt) {
        if (attempt > most_attempts) {
            throw std::invalid_argument(
                fmt::format("none of {} draws lies between {:g} and {:g}", most_attempts, low, high));
        }
        x = value(*this, random.pair(use, subject, k / 2, attempt).word[k % 2]);
    }
    return std::clamp(x, low, high);
}

namespace {

/// Draws without regard to bounds.
void draw_some(const Distribution& d, const KeyedRandom& random, Use use, std::uint32_t subject,
               std::span<const std::uint32_t> k, std::span<double> to) {
    constexpr std::size_t few = 16;  // are drawn faster one by one
    if (k.size() < few) {
        for (std::size_t i = 0; i < k.size(); ++i) {
            to[i] = value(d, random.pair(use, subject, k[i] / 2).word[k[i] % 2]);
        }
        return;
    }
    Lanes<std::uint32_t> index{};
    for (std::size_t i = 0; i < k.size(); ++i) index[i] = k[i] / 2;
    Lanes<std::uint64_t> first, second;
    random.pairs(use, subject, index, 0, first, second);
    Lanes<double> x;
    x.fill(0.5);
    for (std::size_t i = 0; i < k.size(); ++i) x[i] = unit_interval(k[i] % 2 == 0 ? first[i] : second[i]);
    quantiles(d, x);
    std::copy_n(x.begin(), k.size(), to.begin());
}

}  // namespace

void Distribution::draw(const KeyedRandom& random, Use use, Gid target, std::span<const std::uint32_t> k,
                        std::size_t first, std::span<double> to) const {
    if (kind == Kind::constant) {
        std::fill(to.begin(), to.end(), a);
    } else if (kind == Kind::values) {
        for (std::size_t i = 0; i < k.size(); ++i) to[i] = (*values)[first + k[i]];
    } else {
        for (std::size_t i = 0; i < k.size(); i += lanes) {
            const std::size_t count = std::min(lanes, k.size() - i);
            draw_some(*this, random, use, static_cast<std::uint32_t>(target), k.subspan(i, count), to.subspan(i));
        }
    }
    for (std::size_t i = 0; i < to.size(); ++i) {
        if (!(to[i] >= low && to[i] <= high)) to[i] = within_bounds(to[i], random, use, target, k[i]);
    }
    if (resolution > 0) round_each(to, resolution);
}

}  // namespace ranvier::engine
