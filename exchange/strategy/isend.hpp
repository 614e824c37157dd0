#pragma once

#include <memory>

#include "exchange/spike_exchange.hpp"
#include "exchange/strategy/point_to_point/point_to_point.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

/// MPI_Isend to just the ranks that need a spike, when it fires: the point-to-point method of Hines, Kumar &
/// Schuermann 2011, Front. Comput. Neurosci. 5:49, with its variations (one or two sub-intervals, one or two phases)
/// and three methods of termination detection.
std::unique_ptr<SpikeExchange> make_isend(Transport& transport, const PointToPointOptions& options = {});

}  // namespace ranvier::exchange
