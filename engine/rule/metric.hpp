#pragma once

#include <cmath>

#include "engine/rule/point.hpp"

namespace ranvier::engine {

/// How far two cells are apart [um]: along the axes that count, in a space that may repeat itself.
struct Metric {
    bool x = true, y = true, z = true;  ///< the axes that count
    Point period;                       ///< lengths after which space repeats [um]; 0: it does not

    double distance(const Point& a, const Point& b) const {
        double sum = 0;
        if (x) sum += square(a.x - b.x, period.x);
        if (y) sum += square(a.y - b.y, period.y);
        if (z) sum += square(a.z - b.z, period.z);
        return std::sqrt(sum);
    }

  private:
    /// The square of the distance to the nearest image.
    static double square(double difference, double period) {
        if (period > 0) difference -= period * std::floor(difference / period + 0.5);
        return difference * difference;
    }
};

}  // namespace ranvier::engine
