#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/network/network.hpp"
#include "engine/rule/cell_positions.hpp"
#include "engine/rule/rule.hpp"
#include "exchange/transport/transport.hpp"

/// What ranks check together before they make cells and connections by rule.
namespace ranvier::engine {

/// What a rank is to make of some cells.
struct CellsHere {
    std::uint64_t digest = 0;           ///< of the words that say what the cells are
    std::optional<std::size_t> number;  ///< on this rank, if that is known
};

/// Checks that all ranks make the same cells of the same gids, each on one rank, and that no rank has one of them yet. Collective.
/// Throws std::invalid_argument.
exchange::Task<void> agree_on_cells(const Network& network, const GidSet& gids, CellsHere here,
                                    exchange::Transport& transport);

/// Checks that all ranks say the same of where these cells are. Collective. Throws std::invalid_argument.
exchange::Task<void> agree_on_positions(const GidSet& gids, const Locations& locations, exchange::Transport& transport);

/// Checks, before Network::connect, that all ranks were given the same rule, and that each of its sources and targets is a
/// cell of one of them. Of a table, ranks may have different parts; then each needs the targets of its part, and an
/// unknown source is found when the exchange is connected. Collective. Returns whether the ranks have the same rule, not
/// parts of one. Throws std::invalid_argument.
exchange::Task<bool> agree_on_rule(const Network& network, const Rule& rule, exchange::Transport& transport);

}  // namespace ranvier::engine
