#pragma once

#include <span>

#include "engine/cell/section.hpp"

namespace ranvier::engine {

/// Area and axial resistance of a section's segments, in the order from the parent's end outwards.
struct SegmentShape {
    double diam;             ///< [um]; in for cylinders, out for points
    double area = 0;         ///< [um2]
    double conductance = 0;  ///< from the center to the previous segment's center, or to the near end [uS]
};

/// Segments as right circular cylinders of their diam; `length` [um], `Ra` [ohm cm]. Returns the conductance from the
/// last center to the far end [uS].
double shape_cylinders(std::span<SegmentShape> segments, double length, double Ra);

/// Segments by the trapezoidal rule along points (two at least) whose arc is set: truncated cones, cut at segments'
/// borders and centers. A diam that differs from the one found by less than 1e-9 um stays. Returns as above.
double shape_points(std::span<SegmentShape> segments, std::span<const Point3d> points, double Ra);

/// Sets arc from point i on; coordinates are single precision, as in NEURON.
void measure_arc(std::span<Point3d> points, std::size_t i);

}  // namespace ranvier::engine
