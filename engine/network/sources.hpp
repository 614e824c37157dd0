#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/connection/source_id.hpp"
#include "engine/network/instance_numbers.hpp"
#include "engine/network/network_changes.hpp"
#include "engine/network/network_ids.hpp"
#include "engine/network/source.hpp"

namespace ranvier::engine {

class Model;

/// The variable or instance of a source, for NetCon.pre, preseg, prevar.
struct SourceInfo {
    std::optional<VariableRef> watched;
    Section* section;
    InstanceId instance;
    std::optional<Gid> gid;  ///< owned gid (set_gid2node + cell), or the input's gid
    bool is_input;           ///< is on another rank (or on none)
};

/// The sources of spikes on a rank, by number, and the thresholds of all sources.
///
/// 1. A source is a watched variable (threshold crossing), or a point process or artificial cell that calls net_event. A gid
///    of another rank is a source, too: an input, which has a number (input_of), but no Source here.
/// 2. All NetCons on one variable share one source and so one threshold, as in NEURON.
/// 3. Numbers grow with creation and are not reused.
class Sources {
  public:
    /// Both must outlive this object.
    Sources(const Model& model, NetworkChanges& changes) : model_(model), changes_(changes) {}

    /// The source that watches a variable; created if necessary (threshold 10 mV). `section` contains the variable (and
    /// tells the cell, for precell).
    SourceId of(VariableRef watched, Section* section);
    /// The source of an instance that calls net_event or, as in NEURON, of a point process without NET_RECEIVE whose
    /// variable x is watched. Throws std::invalid_argument if the instance is neither, nor an artificial cell.
    SourceId of(InstanceId artificial_or_firing);
    /// That source, if there is one; else none.
    SourceId find(InstanceId instance) const { return by_instance_.find(instance); }

    std::size_t size() const { return sources_.size(); }
    const Source& operator[](SourceId source) const { return sources_[index_of(source)]; }
    Source& operator[](SourceId source) { return sources_[index_of(source)]; }
    auto begin() const { return sources_.begin(); }
    auto end() const { return sources_.end(); }
    /// Those that exist, ascending.
    std::span<const SourceId> living();
    /// A source of this rank, or null if it is an input. Throws std::invalid_argument if it no longer exists.
    Source* at(SourceId source);
    const Source* at(SourceId source) const;
    SourceInfo info(SourceId source) const;
    /// The gid of a source or input; -1: it has none, or there is no source.
    Gid gid_of(SourceId source) const {
        if (source == SourceId::none) return -1;
        return is_input(source) ? gid_of_input(source) : (*this)[source].gid;
    }
    /// For messages: "gid 7", "IntFire1[3]".
    std::string describe(SourceId source) const;

    // --- thresholds [mV]; that of an input has no effect here, since its source is on another rank -------------------
    double threshold(SourceId source) const;
    /// The same, without the check that the source exists.
    double threshold_of(SourceId source) const;
    void set_threshold(SourceId source, double mV);
    /// The threshold as a shared variable, through which a mechanism may change it in any step.
    std::shared_ptr<double> changeable_threshold(SourceId source);
    const std::unordered_map<SourceId, std::shared_ptr<double>>& changeable_thresholds() const {
        return changeable_thresholds_;
    }

    // --- the end of a source -----------------------------------------------------------------------------------------
    /// Nothing refers to the source any more.
    void free(SourceId source);
    /// The source's instance, or watched variable, is deleted, and it has lost its connections.
    void lose_instance(SourceId source);
    void lose_variable(SourceId source);
    /// The section is deleted. Returns those of its sources that watch a variable, which they lose next.
    std::vector<SourceId> lose_section(const Section& section);

    std::size_t bytes() const { return sources_.capacity() * sizeof(Source); }

  private:
    SourceId add(Source source);

    const Model& model_;
    NetworkChanges& changes_;
    std::vector<Source> sources_;
    std::vector<SourceId> known_;  // those that exist, and some that existed when `living` was last called
    std::unordered_map<std::uint64_t, SourceId> by_variable_;
    InstanceNumbers<SourceId> by_instance_;
    std::set<std::pair<const Section*, SourceId>> by_section_;
    std::unordered_map<SourceId, std::shared_ptr<double>> changeable_thresholds_;
    std::unordered_map<SourceId, double> input_thresholds_;
};

}  // namespace ranvier::engine
