#pragma once

#include <string>
#include <vector>

#include "engine/event/network.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::engine {

/// Reasons, one phrase each, why a replay may differ from its raster although nothing binds a running cell to an idle
/// one: mechanisms whose instances pass values to each other through GLOBAL variables, and statements that
/// NetCon.record runs at the spikes of idle cells. The model must be prepared.
std::vector<std::string> replay_doubts(const Network::State& network, const Model& model);

}  // namespace ranvier::engine
