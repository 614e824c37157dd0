#pragma once

#include <string>

#include "engine/solve/model.hpp"

namespace ranvier::hoc {

/// What topology() prints: the tree of sections, a line each, as NEURON draws it.
std::string topology_text(const engine::Model& model);

/// What psection() prints: a section's size, where it is connected, and the parameters of what is inserted, in its
/// first segment. The order is that of insertion; an ion stands behind the mechanism that brought it.
std::string psection_text(const engine::Model& model, const engine::Section& section);

}  // namespace ranvier::hoc
