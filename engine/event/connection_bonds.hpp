#pragma once

#include <vector>

#include "engine/network/network.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::engine {

/// Pairs of cells that must advance together because a connection between them has a delay below `shortest` [ms]. Throws
/// SimulationError if a rule allows such delays.
std::vector<Model::Bond> connection_bonds(const Network& network, double shortest);
/// Adds those between mechanisms and the targets of connections to whose weights their POINTERs point.
void add_weight_bonds(Network& network, std::vector<Model::Bond>& bonds);

}  // namespace ranvier::engine
