#pragma once

#include "hoc_like/language/interface/call.hpp"

namespace ranvier::hoc {

/// A condition of Vector's where-methods, such as (">=", 3) or ("[)", 1, 5), with the tolerance of hoc's comparisons.
class Comparison {
  public:
    /// Reads arguments i, i + 1 and, for intervals, i + 2; fails on an unknown operator.
    Comparison(const Call& call, int i);
    bool operator()(double x) const;

  private:
    enum class Kind { equal, unequal, greater, less, greater_equal, less_equal, interval };
    Kind kind_;
    bool closed_low_ = false;
    bool closed_high_ = false;
    double low_ = 0;
    double high_ = 0;
};

/// hoc's default float_epsilon.
inline constexpr double comparison_tolerance = 1e-11;

/// Whether a and b are equal within the tolerance.
inline bool nearly_equal(double a, double b) {
    return a - b < comparison_tolerance && b - a < comparison_tolerance;
}

}  // namespace ranvier::hoc
