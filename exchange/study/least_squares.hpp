#pragma once

#include <span>

namespace ranvier::exchange {

/// A measured time and its model: time = a * first + b * second.
struct Sample {
    double first;
    double second;
    double time;  ///< > 0
};

struct Fit {
    double a = 0;      ///< >= 0
    double b = 0;      ///< >= 0
    double error = 0;  ///< sum of squares of (fitted - measured) / measured
};

/// Least squares of relative errors, so that short times count as much as long ones; a and b are not negative.
Fit fit(std::span<const Sample> samples);

}  // namespace ranvier::exchange
