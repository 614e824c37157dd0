#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/network/areas.hpp"
#include "engine/network/network_changes.hpp"
#include "engine/network/network_ids.hpp"
#include "engine/network/owned_gids.hpp"
#include "engine/network/recordings.hpp"
#include "engine/network/sources.hpp"
#include "engine/rule/cell_positions.hpp"

namespace ranvier::engine {

class Connections;
class GidSet;
class Model;

/// The gids of a network (ParallelContext): those that this rank owns, with their sources, and those of other ranks from
/// which it has connections. User errors throw std::invalid_argument naming the gid.
class Gids {
  public:
    /// All arguments must outlive this object.
    Gids(const Model& model, NetworkChanges& changes, Sources& sources, Recordings& recordings,
         Connections& connections)
        : model_(model), changes_(changes), sources_(sources), recordings_(recordings), connections_(connections) {}

    // --- giving gids ------------------------------------------------------------------------------------------------
    /// set_gid2node(gid, id). Throws as check_new does.
    void set_here(Gid gid);
    /// Throws std::invalid_argument if the gid is negative, or is already on this rank or an input of it.
    void check_new(Gid gid) const;
    /// pc.cell: the source fires for the gid. `output`: also for other ranks.
    void set_cell(Gid gid, SourceId source, bool output);
    /// Gives an artificial cell of this rank a gid. Throws as check_new does.
    void set_cell(Gid gid, InstanceId artificial_cell);
    /// pc.outputcell: makes the gid available to other ranks.
    void set_output(Gid gid);
    /// Takes their gids from all sources, and the connections from inputs from their sources.
    void clear();

    // --- finding sources --------------------------------------------------------------------------------------------
    /// As NEURON's gid_exists: 0: not on this rank; 1: on this rank, without a source yet; 2: with a source, not
    /// output; 3: output.
    int exists(Gid gid) const;
    /// The source on this rank, or the input that connections use.
    std::optional<SourceId> source_of(Gid gid) const;
    /// The source for a new connection; an input if the gid is not on this rank.
    SourceId source_to_connect(Gid gid) const;
    /// The source that has this gid: one of this rank, or an input.
    SourceId source_or_input(Gid gid) const {
        const SourceId* own = owned_.find(gid);
        return !own || *own == SourceId::none ? input_of(gid) : *own;
    }
    /// The gid's source; null if the gid is not on this rank, none while it has none. Valid until the
    /// next gid is given.
    const SourceId* find(Gid gid) const { return owned_.find(gid); }
    /// Calls act(gid, source) for each gid on this rank, ascending; none: it has no source.
    template <class Act>
    void for_each(Act&& act) const {
        owned_.for_each(act);
    }
    /// Whether there are connections from this gid of another rank.
    bool is_input_here(Gid gid) const;

    // --- for the exchange -------------------------------------------------------------------------------------------
    /// The gids that this rank owns (and outputs) and wants; ascending.
    std::vector<Gid> owned() const;
    std::vector<Gid> wanted() const;
    /// The gids on this rank that have a cell, or all gids on this rank; ascending.
    std::vector<Gid> cells() const;
    std::vector<Gid> here() const;
    /// Of `owned`, the artificial cells that a BREAKPOINT advances and that may fire at the end of each step; ascending.
    std::vector<Gid> firing_at_ends() const;
    /// Minimum delay of connections from inputs [ms]; without any, infinity.
    double min_input_delay() const;
    /// Whether connections that rules have not made yet come from sources of other ranks.
    bool has_inputs_by_rule() const;

    // --- what else scripts say about gids ---------------------------------------------------------------------------
    /// pc.spike_record(gid, tvec, idvec), for every owned gid if none is given.
    void record(std::optional<Gid> gid, const SpikeTimes& times, const SpikeTimes& ids);
    /// [mV]; of a gid of this rank.
    void set_threshold(Gid gid, double mV);
    /// A threshold that a script has given to the NetCon of a pc.gid_connect, and the line that did so.
    struct WantedThreshold {
        double mV;
        std::string line;
    };
    /// Asks the rank of a gid's source for a threshold; the ranks learn of it when they agree. The last one counts.
    void want_threshold(Gid gid, WantedThreshold threshold);
    /// Those of this rank that the other ranks do not know yet.
    std::map<Gid, WantedThreshold>& wanted_thresholds() { return wanted_thresholds_; }
    /// Assigns gids to an area of the brain, or part of the network (>= 0), for strategies that use areas. Any rank
    /// may set the area of any gid; the area set on the gid's own rank is used.
    void set_area(const GidSet& gids, int area);
    std::optional<int> area(Gid gid) const { return areas_.of(gid); }
    /// Of all gids for which scripts say where they are, also of those on other ranks.
    CellPositions& positions() { return positions_; }
    const CellPositions& positions() const { return positions_; }

  private:
    const Model& model_;
    NetworkChanges& changes_;
    Sources& sources_;
    Recordings& recordings_;
    Connections& connections_;
    OwnedGids owned_;
    Areas areas_;
    CellPositions positions_;
    std::map<Gid, WantedThreshold> wanted_thresholds_;
};

}  // namespace ranvier::engine
