#pragma once

#include <string>

#include "engine/solve/model.hpp"

namespace ranvier::hoc {

/// The output of topology(): the tree of sections, one per line, as NEURON draws it.
std::string topology_text(const engine::Model& model);

/// The output of psection(): a section's size, its connection, and the parameters of its mechanisms in the first
/// segment. The order is that of insertion; an ion follows the mechanism that uses it first.
std::string psection_text(const engine::Model& model, const engine::Section& section);

}  // namespace ranvier::hoc
