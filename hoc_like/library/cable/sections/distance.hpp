#pragma once

#include "engine/cell/section.hpp"

namespace ranvier::hoc {

/// A position on a section.
struct CablePoint {
    const engine::Section* section = nullptr;
    double x = 0;
};

/// Length of the path along the cables between the nodes at two points [um]; negative if they are on different cells.
/// The node at 0 < x < 1 is the center of the segment that contains x; the nodes at 0 and 1 are the section's ends. A
/// section that is connected between the ends of its parent begins at the center of a parent segment. Throws
/// std::invalid_argument for a position outside [0, 1]. Source: NEURON's documentation, "distance"; NEURON 9.0.2 for
/// the nodes and the order of summation.
double path_distance(const CablePoint& from, const CablePoint& to);

}  // namespace ranvier::hoc
