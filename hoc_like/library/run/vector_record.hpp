#pragma once

#include <vector>

#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

class Session;

/// Vector.record, play, play_remove: the connection of Vectors to a simulation.
std::vector<MethodDefinition> vector_record_methods(Session& session);

}  // namespace ranvier::hoc
