#pragma once

namespace ranvier::engine {

/// A place in the space of a network [um].
struct Point {
    double x = 0, y = 0, z = 0;
    bool operator==(const Point&) const = default;
};

}  // namespace ranvier::engine
