#pragma once

#include "engine/cell/section.hpp"

namespace ranvier::hoc {

/// A position on a section.
struct CablePoint {
    engine::Section* section = nullptr;
    double x = 0;
};

/// Length of the path along the cables between two points [um]; negative if they lie on different cells.
/// Source: NEURON's documentation, "distance".
double path_distance(CablePoint a, CablePoint b);

}  // namespace ranvier::hoc
