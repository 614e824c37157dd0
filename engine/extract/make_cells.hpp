#pragma once

#include <functional>

#include "engine/extract/columns.hpp"
#include "engine/simulation/simulation.hpp"

namespace ranvier::engine {

/// Makes a section of that name.
using SectionMaker = std::function<Section&(const std::string& name)>;

/// Makes the cells of a file in an empty model, whose mechanisms have been registered. Throws ExtractError if the columns
/// do not fit together, or the cells do not become what they were.
void make_cells(Simulation& simulation, const Columns& cells, const SectionMaker& make_section);

/// Throws ExtractError if a number in a file is not a gid.
Gid gid_in_file(std::int64_t number);

/// Brings the cells into the state in which they were taken. The simulation must have been initialized.
void restore_made_cells(Simulation& simulation, const Columns& cells);

}  // namespace ranvier::engine
