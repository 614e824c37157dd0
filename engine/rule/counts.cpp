#include "engine/rule/counts.hpp"

#include <algorithm>
#include <cmath>

#include "mechanisms/runtime/math_vector.h"

namespace ranvier::engine {

namespace {

constexpr double log_2pi = 1.8378770664093453;

/// The error of Stirling's formula: log n! - log(sqrt(2 pi n) (n/e)^n).
double stirling_error(double n) {
    constexpr double exact[] = {0.,
                                0.0810614667953272582196702,
                                0.0413406959554092940938221,
                                0.02767792568499833914878929,
                                0.02079067210376509311152277,
                                0.01664469118982119216319487,
                                0.01387612882307074799874573,
                                0.01189670994589177009505572,
                                0.010411265261972096497478567,
                                0.009255462182712732917728637,
                                0.008330563433362871256469318,
                                0.007573675487951840794972024,
                                0.006942840107209529865664152,
                                0.006408994188004207068439631,
                                0.005951370112758847735624416,
                                0.005554733551962801371038690};
    if (n < 16) return exact[static_cast<int>(n)];
    const double nn = n * n;
    return (1. / 12 - (1. / 360 - (1. / 1260 - (1. / 1680 - 1. / 1188 / nn) / nn) / nn) / nn) / n;
}

/// x log(x / m) + m - x, without loss of digits where x is near m.
double deviance(double x, double m) {
    if (x == 0) return m;
    if (std::fabs(x - m) < 0.1 * (x + m)) {
        const double v = (x - m) / (x + m);
        double sum = (x - m) * v, term = 2 * x * v;
        for (int k = 1;; ++k) {
            term *= v * v;
            const double next = sum + term / (2 * k + 1);
            if (next == sum) return sum;
            sum = next;
        }
    }
    return x * rv_log(x / m) + m - x;
}

/// log of the probability of k successes among n trials of probability p, 0 < p < 1.
double log_binomial(double k, double n, double p) {
    if (k == 0) return -deviance(n, n * (1 - p)) - n * p;
    if (k == n) return -deviance(n, n * p) - n * (1 - p);
    const double exponent = stirling_error(n) - stirling_error(k) - stirling_error(n - k) - deviance(k, n * p) -
                            deviance(n - k, n * (1 - p));
    return exponent - 0.5 * (log_2pi + rv_log(k * (n - k) / n));
}

/// Sums probabilities outward from `mode` in [least, most], until they exceed u. `up(k)` is P(k + 1) / P(k).
template <class Ratio>
std::uint64_t outward(std::uint64_t mode, std::uint64_t least, std::uint64_t most, double at_mode, double u,
                      const Ratio& up) {
    double sum = at_mode, high = at_mode, low = at_mode;
    std::uint64_t above = mode, below = mode;
    if (u <= sum) return mode;
    while ((above < most && high > 0) || (below > least && low > 0)) {
        if (above < most) {
            high *= up(static_cast<double>(above++));
            sum += high;
            if (u <= sum) return above;
        }
        if (below > least) {
            low /= up(static_cast<double>(--below));
            sum += low;
            if (u <= sum) return below;
        }
    }
    return mode;  // u lies within the rounding error of a sum of 1
}

/// log of the probability of k events where `mean` are expected, mean > 0.
double log_poisson(double k, double mean) {
    if (k == 0) return -mean;
    return -stirling_error(k) - deviance(k, mean) - 0.5 * (log_2pi + rv_log(k));
}

}  // namespace

std::uint64_t binomial(std::uint64_t n, double p, double u) {
    if (n == 0 || p <= 0) return 0;
    if (p >= 1) return n;
    const auto trials = static_cast<double>(n);
    const auto mode = std::min(n, static_cast<std::uint64_t>((trials + 1) * p));
    const double at_mode = rv_exp(log_binomial(static_cast<double>(mode), trials, p));
    return outward(mode, 0, n, at_mode, u, [&](double k) { return (trials - k) / (k + 1) * (p / (1 - p)); });
}

std::uint64_t poisson(double mean, double u) {
    if (mean <= 0) return 0;
    constexpr std::uint64_t most = std::uint64_t{1} << 50;  // whose probability is 0
    const auto mode = static_cast<std::uint64_t>(mean);
    const double at_mode = rv_exp(log_poisson(static_cast<double>(mode), mean));
    return outward(mode, 0, most, at_mode, u, [&](double k) { return mean / (k + 1); });
}

std::uint64_t hypergeometric(std::uint64_t marked, std::uint64_t others, std::uint64_t drawn, double u) {
    const std::uint64_t least = drawn > others ? drawn - others : 0, most = std::min(marked, drawn);
    if (least == most) return least;
    const auto m = static_cast<double>(marked), o = static_cast<double>(others), d = static_cast<double>(drawn);
    const auto mode = std::clamp(static_cast<std::uint64_t>((d + 1) * ((m + 1) / (m + o + 2))), least, most);
    const auto k = static_cast<double>(mode);
    const double p = d / (m + o);  // which cancels
    const double log_probability = log_binomial(k, m, p) + log_binomial(d - k, o, p) - log_binomial(d, m + o, p);
    return outward(mode, least, most, rv_exp(log_probability), u,
                   [&](double j) { return (m - j) / (j + 1) * ((d - j) / (o - d + j + 1)); });
}

}  // namespace ranvier::engine
