#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ranvier::hoc {

/// Functions of one number. They throw std::domain_error where NEURON stops: log(-1), sqrt(-1).
struct MathFunction {
    std::string_view name;
    double (*compute)(double);
};
const MathFunction* find_math(std::string_view name);
/// Finds PI, E, ...; physical constants are from CODATA 2018.
const double* find_constant(std::string_view name);
std::vector<std::string_view> math_names();

/// a % b as in NEURON; b must be > 0.
double modulo(double a, double b);
/// a ^ b; throws std::domain_error for a negative base with a fractional exponent.
double power(double a, double b);

}  // namespace ranvier::hoc
