#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/network/network.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::engine {

/// Rank-independent names for the contents of a rank's cells.
///
/// 1. A cell is a tree of sections, or an artificial cell. Its name is the smallest of its gids.
/// 2. An artificial cell without a gid whose connections all lead to one cell with a gid (its NetStim) belongs to that
///    cell.
/// 3. Other cells have no name, only a number on this rank.
/// Within a cell compartments are numbered in the order of the tree, and instances of a mechanism by (compartment,
/// placement).
class CellIndex {
  public:
    struct Part {
        MechanismId mechanism;
        std::vector<std::uint32_t> at;   ///< number of the compartment; nothing: artificial
        std::vector<std::uint32_t> ids;  ///< of instances
    };
    struct Cell {
        Gid gid = -1;      ///< -1: without a gid
        std::string name;  ///< of its root section, or mechanism, for messages
        std::vector<Section*> sections;
        std::vector<std::uint32_t> compartments;
        std::vector<Part> parts;
    };
    struct Place {
        std::uint32_t cell = nothing, part = nothing, ordinal = nothing;
        bool operator==(const Place&) const = default;
    };

    /// `ignored` instances are left out.
    CellIndex(Model& model, Network& network, std::span<const InstanceId> ignored = {});

    const std::vector<Cell>& cells() const { return cells_; }
    /// The place of an instance; `nothing` if the instance is not located.
    Place place(InstanceId instance) const;
    /// Cell and number (as ordinal) of a compartment.
    Place place_of_compartment(std::uint32_t id) const;
    InstanceId instance(const Place& place) const;
    /// The cell of an instance; `nothing` if the instance is not located.
    std::uint32_t cell_of(InstanceId instance) const;
    /// "gid 7 (RingCell[3].soma)".
    std::string describe(std::uint32_t cell) const;
    /// The same for a place: "gid 7 (RingCell[3].soma), ExpSyn 0".
    std::string describe(const Place& place) const;

  private:
    void add_trees();
    void name_cells(const Network& network);
    void add_artificial(Network& network);
    void add_instances();
    std::uint32_t owner_of(SourceId source, Network& network) const;

    bool is_ignored(InstanceId instance) const;

    Model& model_;
    std::span<const InstanceId> ignored_;
    std::vector<Cell> cells_;
    std::vector<Place> compartments_;            // by id
    std::vector<std::vector<Place>> instances_;  // by mechanism and id
};

}  // namespace ranvier::engine
