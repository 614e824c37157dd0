#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/network/network.hpp"
#include "engine/replay/replay_bonds.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::engine {

/// Chooses the cells of a rank that run again, while the raster replaces the others (Migliore et al. 2006, J. Comput.
/// Neurosci. 21:119-129, on repeating a part of a parallel run alone).
///
/// A cell is idle (initialized, but not advanced) if it has gids but none of them was chosen. Cells without a gid run,
/// because they may drive chosen ones. User errors throw std::invalid_argument.
class Replay {
  public:
    /// `chosen`: gids of the cells that run again. `fired`: gids that fire in the raster and must be in the network;
    /// all gids of the raster if the script builds the whole network. Otherwise it builds one rank's share.
    Replay(std::vector<Gid> chosen, std::optional<std::span<const Gid>> fired);

    /// Ascending.
    std::span<const Gid> chosen() const { return chosen_; }
    /// Throws if a chosen gid has no cell here, or if the raster has gids that are not in the network.
    IdleCells idle_cells(Network& network, const Model& model) const;

    /// The model must be prepared with the result of idle_cells. Throws if a running cell depends on an idle one
    /// through anything other than spikes of the raster; returns why it may depend on one (replay_bonds.hpp).
    std::vector<std::string> check_bonds(Network& network, const Model& model, std::span<const Model::Bond> pointers,
                                         const Transfers& transfers, const StreamTest& is_stream) const;

  private:
    void check_gids(const Network& network) const;
    bool is_chosen(Gid gid) const;

    std::vector<Gid> chosen_;  // ascending
    std::vector<Gid> fired_;   // gids of the raster that must be in the network, ascending
    bool is_whole_;            // the script builds all cells
};

}  // namespace ranvier::engine
