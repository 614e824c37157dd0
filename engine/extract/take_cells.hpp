#pragma once

#include <span>

#include "engine/extract/columns.hpp"
#include "engine/simulation/simulation.hpp"

namespace ranvier::engine {

/// What cells are made of, and their state, at the beginning of a run: sections, mechanisms, connections onto them, and the
/// inputs without gid that drive them alone. A replay of `chosen` must be at the beginning, after initialize.
///
/// Throws StateError or ExtractError, with the reason, if the cells have something that the file cannot hold.
Columns take_cells(Simulation& simulation, std::span<const Gid> chosen);

/// The mechanisms that extracted cells use, in the order in which they have to be registered.
struct UsedMechanism {
    std::string name;  ///< "hh", "na_ion"
    double valence;    ///< of an ion
};
std::vector<UsedMechanism> mechanisms_of(const Columns& cells);

}  // namespace ranvier::engine
