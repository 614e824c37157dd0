#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "engine/simulation/simulation.hpp"

namespace ranvier::engine {

/// Selects the values of a report, at regular times: a range variable in segments of cells, a variable of the point
/// processes in sections of cells, or a variable of artificial cells.
struct ReportSelection {
    /// "v", "m_hh", "ina"; "ExpSyn.i" of point processes, "IntFire1.m" of artificial cells; "name[k]" of an array.
    std::string variable;
    std::vector<Gid> gids;  ///< ascending; empty: all cells that have the variable, where none has a gid all cells here
    /// Section names like "soma", "dend", "dend[3]", or "all"; each cell must have at least one section with such a
    /// name.
    std::vector<std::string> sections{"soma"};
    std::vector<std::uint32_t> section_ids;        ///< Section::id; if not empty, replaces gids and names
    std::function<bool(InstanceId)> has_instance;  ///< which point processes; null: all in the sections
    std::optional<bool> center_only;  ///< only each section's middle segment; nullopt: if `sections` is "soma"
    std::optional<double> dt;         ///< [ms]; nullopt: the script's dt at finitialize
    double begin = 0, end = std::numeric_limits<double>::infinity();  ///< [ms], both included
};

/// One value of each frame.
struct ReportSegment {
    Gid gid;                ///< where no cell has a gid: the cell's number, in order of creation
    std::uint32_t section;  ///< number within the cell, in order of creation; of an artificial cell 0
    double x;               ///< center of the segment; of an artificial cell 0
};

/// The values that a report takes from one cell.
struct ReportedCell {
    std::vector<VariableRef> variables;
    std::vector<ReportSegment> segments;  ///< of each variable
};

/// The values that a report takes on this rank, by gid, section, x; and their unit.
struct ReportedValues {
    std::vector<ReportedCell> cells;
    std::string units;
};

/// Finds the selected values in the present model. Gids without a cell on this rank are left out; a cell that lacks the
/// sections or the variable is an error (std::invalid_argument). Cells without gids are found on one rank alone.
ReportedValues find_reported(Simulation& simulation, const ReportSelection& selection);

/// "mV", "mA/cm2", ... of a range variable; empty if it has none.
std::string units_of(const Model& model, const RangeVariable& variable);

}  // namespace ranvier::engine
