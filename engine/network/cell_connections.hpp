#pragma once

#include <cstdint>
#include <vector>

#include "engine/network/network_ids.hpp"
#include "engine/storage/variable_ref.hpp"

namespace ranvier::engine {

class Model;
class Network;

/// A connection onto a cell of this rank.
struct CellConnection {
    std::uint32_t number;
    Gid source;         ///< -1: it has none
    InstanceId target;  ///< the cell, or one of its synapses
    double delay;       ///< [ms]
    std::vector<double> weights;
    bool is_active;
};

/// The connections onto the cell that has a gid on this rank: onto the artificial cell, or onto all that is located in the
/// tree of sections in which the gid's source is. In order of creation. Those of a rule whose tables are not filled yet
/// are drawn for this, and not made. Throws std::invalid_argument if the gid has no source on this rank.
std::vector<CellConnection> connections_onto(Network& network, const Model& model, Gid gid);

}  // namespace ranvier::engine
