#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "engine/network/network_ids.hpp"
#include "engine/storage/variable_ref.hpp"

namespace ranvier::engine {

class Model;
class Network;

/// A connection between cells that are known by gid.
struct GidConnection {
    Gid source;
    Gid target;                       ///< of the cell that the target belongs to
    double delay;                     ///< [ms]
    std::span<const double> weights;  ///< of the mechanism that receives them; perhaps none
    InstanceId receiver;
};

/// The connections that are inactive, have no gid as source, or a target whose cell has none.
struct OtherConnections {
    std::uint64_t count = 0;
    std::string first;  ///< describes the first
};

/// Calls act(connection) for the active connections from gids onto cells that have gids, in the order of creation.
/// Returns the others.
OtherConnections for_each_gid_connection(Network& network, const Model& model,
                                         const std::function<void(const GidConnection&)>& act);

}  // namespace ranvier::engine
