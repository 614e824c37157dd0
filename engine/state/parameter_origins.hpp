#pragma once

#include <vector>

#include "engine/network/network.hpp"
#include "engine/solve/model.hpp"
#include "engine/state/origin.hpp"

namespace ranvier::engine {

/// What a script has made of this rank's model: the hash of each parameter of mechanisms, of the shape of sections, of
/// potentials and concentrations, and of connections. To be taken when a run begins, before it changes them.
///
/// Values of cells with gids are hashed with the gid and the place in the cell, so the sum over ranks does not depend on
/// the placement. Other values, and GLOBALs, belong to the rank. `is_first`: this rank contributes what is the same on
/// all ranks. Merged.
std::vector<Origin> origins_of_parameters(Model& model, Network& network, bool is_first);

}  // namespace ranvier::engine
