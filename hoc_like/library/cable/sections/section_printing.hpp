#pragma once

#include <string>

#include "engine/solve/model.hpp"

namespace ranvier::hoc {

/// The output of topology(): the tree of sections, one per line, drawn like in NEURON.
std::string topology_text(const engine::Model& model);

/// The output of psection(): a section's size, its connection, and the parameters of its mechanisms in the first
/// segment, in order of insertion; an ion follows the first mechanism that uses it.
std::string psection_text(const engine::Model& model, const engine::Section& section);

}  // namespace ranvier::hoc
