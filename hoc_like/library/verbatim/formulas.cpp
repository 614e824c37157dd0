// Formulas that NMODL inherited from its predecessor SCoP, for VERBATIM and for mechanisms that use them. Constants
// with few digits are the original ones.
#include <cctype>
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <string>

#include "hoc_like/library/verbatim/api.hpp"
#include "hoc_like/library/verbatim/forcing_file.hpp"

namespace {

constexpr double two_pi = 6.28318530;

double fraction(double x) {
    double whole;
    return std::modf(x, &whole);
}

/// Stores a value in `before`; sets `has_jumped` if it differs from the previous value.
double noted(int* has_jumped, double* before, double value) {
    if (*before != value) *has_jumped = 1;
    return *before = value;
}

std::string in_small_letters(const char* text) {
    std::string small = text;
    for (char& c : small) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return small;
}

}  // namespace

RV_EXPORT double hoc_Exp(double x) {
    return std::exp(x < -700 ? -700 : x > 700 ? 700 : x);
}

/// Uses Stirling's formula from n = 20 on.
RV_EXPORT double factorial(double n) {
    const int x = static_cast<int>(n + 0.1);
    if (x < 0) throw std::runtime_error("factorial of a negative number");
    if (x >= 20) return std::exp(static_cast<double>(-x)) * std::pow(x, x) * std::sqrt(two_pi * x);
    double product = 1;
    for (int k = static_cast<int>(n); k > 1 && x >= 2; --k) product *= k;
    return product;
}

RV_EXPORT double gauss(double x, double mean, double deviation) {
    return std::exp(-0.5 * std::pow((x - mean) / deviation, 2.)) / (std::sqrt(two_pi) * deviation);
}

RV_EXPORT double poisson(double x, double mean) {
    return std::pow(mean, x) * std::exp(-mean) / factorial(x);
}

RV_EXPORT double hyperbol(double x, double most, double half) {
    return most * x / (x + half);
}

RV_EXPORT double revhyperbol(double x, double most, double half) {
    return most * half / (x + half);
}

RV_EXPORT double sigmoid(double x, double most, double half, double steepness) {
    const double power = std::pow(x, steepness);
    return most * power / (power + std::pow(half, steepness));
}

RV_EXPORT double revsigmoid(double x, double most, double half, double steepness) {
    const double power = std::pow(half, steepness);
    return most * power / (power + std::pow(x, steepness));
}

RV_EXPORT double harmonic(double at, double period, double amplitude, double offset) {
    return amplitude * std::sin(6.2831853 / period * (at + offset));
}

RV_EXPORT double threshold(int* has_jumped, double* before, double x, double limit, const char* mode) {
    const std::string kind = in_small_letters(mode);
    const double value = kind == "min" ? x >= limit : kind == "max" ? x <= limit : -1.;
    return noted(has_jumped, before, value);
}

RV_EXPORT double squarewave(int* has_jumped, double* before, double at, double period, double amplitude) {
    return noted(has_jumped, before, fraction(at / period) < 0.5 ? amplitude : -amplitude);
}

RV_EXPORT double sawtooth(int* has_jumped, double* before, double at, double period, double amplitude) {
    return noted(has_jumped, before, amplitude * fraction(at / period));
}

RV_EXPORT double revsawtooth(int* has_jumped, double* before, double at, double period, double amplitude) {
    return noted(has_jumped, before, amplitude * (1.0 - fraction(at / period)));
}

RV_EXPORT double ramp(int* has_jumped, double* before, double at, double lag, double height, double duration) {
    const bool rises = at >= lag && !(at > lag + duration);
    if (rises && (*before == 0. || *before == height)) *has_jumped = 1;
    if (rises) return *before = (at - lag) * height / duration;
    return noted(has_jumped, before, at < lag ? 0. : height);
}

RV_EXPORT double pulse(int* has_jumped, double* before, double at, double lag, double height, double duration) {
    return noted(has_jumped, before, at >= lag && at < lag + duration ? height : 0.);
}

RV_EXPORT double perpulse(int* has_jumped, double* before, double at, double lag, double height, double duration,
                          double delay) {
    const double period = duration + delay;
    const bool is_high = at >= lag && fraction((at - lag) / period) * period < duration;
    return noted(has_jumped, before, is_high ? height : 0.);
}

RV_EXPORT double step(int* has_jumped, double* before, double at, double jump_at, double height) {
    return noted(has_jumped, before, at >= jump_at ? height : 0.);
}

RV_EXPORT double perstep(int* has_jumped, double* before, double at, double lag, double period, double height) {
    const int jumps = at < lag ? 0 : static_cast<int>((at - lag) / period) + 1;
    return noted(has_jumped, before, jumps * height);
}

RV_EXPORT double stepforce(int* has_jumped, double* before, double at, const char* file) {
    return noted(has_jumped, before, ranvier::hoc::forcing_file(file).step(at));
}

RV_EXPORT double force(double at, const char* file) {
    return ranvier::hoc::forcing_file(file).smooth(at);
}

RV_EXPORT int prterr(const char* text) {
    throw std::runtime_error(text);
}

RV_EXPORT int abort_run(int code) {
    throw std::runtime_error("a numerical method failed with code " + std::to_string(code));
}

namespace ranvier::hoc {
void keep_verbatim_formulas() {}
}  // namespace ranvier::hoc
