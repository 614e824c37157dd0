#pragma once

#include <functional>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "engine/network/network.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::engine {

class Transfers;

/// Whether an address that VERBATIM stored in a POINTER points to a random number generator.
using StreamTest = std::function<bool(const void*)>;

/// Dependences between cells of one rank other than spikes of gids. The model must be prepared.
///
/// A cell is a tree of sections, or an artificial cell.
class ReplayBonds {
  public:
    ReplayBonds(Network& network, const Model& model) : network_(network), model_(model) {}

    void add_pointers(std::span<const Model::Bond> pointers);
    void add_gap_junctions(const Transfers& transfers);
    /// Adds bonds between mechanisms of different cells whose POINTERs share one random number generator.
    void add_streams(const StreamTest& is_stream);
    /// Adds connections from sources whose spikes are not in the raster: sources without a gid, or with a gid whose
    /// spikes stay on their rank.
    void add_silent_connections();

    /// Throws std::invalid_argument if a running cell lacks the source of a gap junction because another rank has it.
    void check_sources_of(const Transfers& transfers) const;
    /// Throws std::invalid_argument at the first bond between a running cell and an idle one; names the pair, and all
    /// gids that must be chosen together.
    void check() const;
    /// Why the replay may differ although no bond says so, one phrase each: mechanisms whose instances pass values to each
    /// other through GLOBAL variables or TABLEs, and statements that NetCon.record runs at the spikes of idle cells.
    std::vector<std::string> doubts() const;

  private:
    struct Side {
        Section* section = nullptr;  // null: `instance`
        InstanceId instance;
    };
    struct Bond {
        Side a, b;
        bool only_to_b;                 // b does not affect a
        const char* what;               // "gap junction {2} binds {0} to {1}"
        std::string gap_junction = {};  // for {2}
    };
    using Cell = std::variant<const Section*, std::uint64_t>;

    void add(const Bond& bond) { bonds_.push_back(bond); }
    Side side_of(VariableRef variable) const;
    std::optional<Cell> cell_of(const Side& side) const;
    std::optional<Cell> cell_of_source(SourceId source) const;
    bool is_idle(const Side& side) const;
    bool are_any(MechanismId mechanism, bool idle) const;
    std::string describe(const Side& side) const;
    std::vector<Gid> gids_of(const Cell& cell) const;
    std::vector<Gid> gids_bound_to(const Cell& cell) const;

    Network& network_;
    const Model& model_;
    std::vector<Bond> bonds_;
};

}  // namespace ranvier::engine
