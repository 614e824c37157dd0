#pragma once

#include "engine/network/network.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::engine {

/// Sets the thresholds that Network::want_threshold asks for on the ranks of their sources, and forgets the requests.
/// Collective. Throws SimulationError if ranks ask for different thresholds of one source.
exchange::Task<void> bring_wanted_thresholds(Network& network, exchange::Transport& transport);

}  // namespace ranvier::engine
