#pragma once

#include <cmath>
#include <limits>

namespace ranvier::engine {

/// As in NEURON: times closer than this are equal [ms].
inline double time_tolerance(double t) {
    constexpr double rounding = 100 * std::numeric_limits<double>::epsilon();
    return rounding * (t < 0 ? -t : t);
}

/// Up to rounding, as in NEURON.
inline bool same_time(double a, double b) {
    return std::fabs(a - b) <= time_tolerance(b);
}

/// The present time, within the last step [ms]. At a restart, the step has no length.
struct StepTime {
    double now = 0, begin = 0, end = 0;
};

}  // namespace ranvier::engine
