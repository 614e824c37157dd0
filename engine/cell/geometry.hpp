#pragma once

#include <span>

#include "engine/cell/section.hpp"

namespace ranvier::engine {

/// Area and axial conductance of a segment. Segments are in order from the parent's end outwards.
struct SegmentShape {
    double diam;             ///< [um]; input for cylinders, output for points
    double area = 0;         ///< [um2]
    double conductance = 0;  ///< from the center to the previous segment's center, or to the near end [uS]
};

/// Shapes segments as right circular cylinders of the given diam; `length` [um], `Ra` [ohm cm]. Returns the conductance
/// from the last center to the far end [uS].
double shape_cylinders(std::span<SegmentShape> segments, double length, double Ra);

/// Shapes segments by the trapezoidal rule along at least two points whose arc is set: truncated cones, cut at the
/// borders and centers of segments. A diam is kept if it differs from the computed one by less than 1e-9 um. Returns
/// the same as shape_cylinders.
double shape_points(std::span<SegmentShape> segments, std::span<const Point3d> points, double Ra);

/// Sets the arc of point i and all later ones; coordinates are single precision, as in NEURON.
void measure_arc(std::span<Point3d> points, std::size_t i);

}  // namespace ranvier::engine
