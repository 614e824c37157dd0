#pragma once

#include <vector>

#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

struct RunParts;

/// Vector.record, play, play_remove: the connection of Vectors to a simulation.
std::vector<MethodDefinition> vector_record_methods(const RunParts& parts);

}  // namespace ranvier::hoc
