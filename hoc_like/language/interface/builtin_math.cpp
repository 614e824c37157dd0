#include "hoc_like/language/interface/builtin_math.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <stdexcept>

namespace ranvier::hoc {
namespace {

[[noreturn]] void out_of_domain(const char* name, double x) {
    char text[80];
    std::snprintf(text, sizeof text, "%s(%g): the argument is out of its domain", name, x);
    throw std::domain_error{text};
}

// -inf, with a warning, for 0.
double checked_log(double x) {
    if (x < 0) out_of_domain("log", x);
    if (x == 0) std::fputs("log(0) is -inf\n", stderr);
    return std::log(x);
}
double checked_log10(double x) {
    if (x < 0) out_of_domain("log10", x);
    if (x == 0) std::fputs("log10(0) is -inf\n", stderr);
    return std::log10(x);
}
double checked_sqrt(double x) {
    if (x < 0) out_of_domain("sqrt", x);
    return std::sqrt(x);
}
double clamped_exp(double x) {
    if (x < -700) return 0;
    if (x > 700) {
        std::fprintf(stderr, "exp(%g) out of range, returning exp(700)\n", x);
        return std::exp(700.0);
    }
    return std::exp(x);
}
// Rounds toward zero, with float_epsilon's default as tolerance, as in NEURON.
double whole(double x) {
    const double near = x < 0 ? x - 1e-11 : x + 1e-11;
    constexpr double least = -9223372036854775808.0;  // x86's result for a number that does not fit
    return near >= least && near < -least ? static_cast<double>(static_cast<long long>(near)) : least;
}

constexpr MathFunction functions[] = {
    {"sin", [](double x) { return std::sin(x); }},
    {"cos", [](double x) { return std::cos(x); }},
    {"atan", [](double x) { return std::atan(x); }},
    {"tanh", [](double x) { return std::tanh(x); }},
    {"log", checked_log},
    {"log10", checked_log10},
    {"exp", clamped_exp},
    {"sqrt", checked_sqrt},
    {"int", whole},
    {"abs", [](double x) { return std::fabs(x); }},
    {"erf", [](double x) { return std::erf(x); }},
    {"erfc", [](double x) { return std::erfc(x); }},
};

struct Constant {
    std::string_view name;
    double value;
};
constexpr Constant constants[] = {
    {"PI", 3.14159265358979323846},       {"E", 2.71828182845904523536},
    {"GAMMA", 0.57721566490153286060},    {"DEG", 57.29577951308232087680},
    {"PHI", 1.61803398874989484820},      {"FARADAY", 1.602176634e-19 * 6.02214076e+23},
    {"R", 1.380649e-23 * 6.02214076e+23}, {"Avogadro_constant", 6.02214076e23},
};

}  // namespace

const MathFunction* find_math(std::string_view name) {
    const auto* found =
        std::find_if(std::begin(functions), std::end(functions), [&](const auto& f) { return f.name == name; });
    return found == std::end(functions) ? nullptr : found;
}

const double* find_constant(std::string_view name) {
    const auto* found =
        std::find_if(std::begin(constants), std::end(constants), [&](const auto& c) { return c.name == name; });
    return found == std::end(constants) ? nullptr : &found->value;
}

std::vector<std::string_view> math_names() {
    std::vector<std::string_view> names;
    for (const auto& function : functions) names.push_back(function.name);
    for (const auto& constant : constants) names.push_back(constant.name);
    return names;
}

namespace {

// Like std::floor, which calls the C library on baseline x86-64.
double whole_part(double quotient) {
    return quotient < 9e15 ? static_cast<double>(static_cast<long long>(quotient)) : std::floor(quotient);
}

}  // namespace

double modulo(double a, double b) {
    if (!(b > 0)) throw std::domain_error{"a % b needs b > 0"};
    double rest = a;
    if (a >= b) {
        rest = a - whole_part(a / b) * b;
    } else if (a <= -b) {
        rest = a + whole_part(-a / b) * b;
    }
    if (rest > b) rest -= b;
    if (rest < 0) rest += b;
    return rest;
}

double power(double a, double b) {
    const double result = std::pow(a, b);
    if (std::isnan(result) && !std::isnan(a) && !std::isnan(b)) {
        throw std::domain_error{"a negative number to a fractional power is not defined"};
    }
    return result;
}

}  // namespace ranvier::hoc
