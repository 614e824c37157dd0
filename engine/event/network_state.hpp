#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/connection/connections.hpp"
#include "engine/event/areas.hpp"
#include "engine/event/instance_numbers.hpp"
#include "engine/event/network.hpp"
#include "engine/event/owned_gids.hpp"
#include "engine/event/rule_targets.hpp"
#include "engine/event/weight_pointers.hpp"

namespace ranvier::engine {

/// The destination of the spikes of one source.
struct Recording {
    SpikeTimes times;
    SpikeTimes ids;
    double id = 0;
    std::function<void(double)> callback;
};

/// What only sources in sections have, or that watch a variable: not the artificial cells, of which there may be millions.
struct Detector {
    std::optional<VariableRef> watched;
    Section* section = nullptr;
    double threshold = 10;  // mV
};

/// A source of spikes on this rank.
struct Source {
    std::unique_ptr<Detector> detector;
    InstanceId instance;
    Gid gid = -1;
    static constexpr std::uint32_t most_connections = (1u << 28) - 1;
    std::uint32_t connections : 28 = 0;  ///< made one by one
    bool output : 1 = false;
    bool exists : 1 = true;
    bool recorded : 1 = false;
    bool is_in_rule : 1 = false;  ///< rules have made connections from it, which are not counted

    /// Null: it watches none.
    const VariableRef* watched() const { return detector && detector->watched ? &*detector->watched : nullptr; }
    Section* section() const { return detector ? detector->section : nullptr; }
    double threshold() const { return detector ? detector->threshold : Detector().threshold; }  // mV
    void set_threshold(double mV) {
        if (!detector) detector = std::make_unique<Detector>();
        detector->threshold = mV;
    }
    void watch(VariableRef variable, Section* in) { detector = std::make_unique<Detector>(Detector{variable, in}); }
    void place(Section* in) { detector = std::make_unique<Detector>(Detector{std::nullopt, in}); }
};

/// The data of a Network. A NetConId is a connection's number. Numbers grow with creation, so each target's connections
/// are in order of creation, on any number of ranks.
struct Network::State {
    explicit State(Model& m) : model(m) {}

    Model& model;
    std::uint64_t version = 1;        // changes with everything that delivery's tables depend on
    std::function<void()> on_change;  // set while tables are in use: called before the first change, which invalidates
                                      // them

    /// Must be called before any change that affects the tables.
    void change() {
        ++version;
        if (on_change) std::exchange(on_change, nullptr)();
    }

    std::vector<Source> sources;  // by number; numbers are not reused
    std::unordered_map<std::uint64_t, std::uint32_t> source_of_variable;
    InstanceNumbers source_of_instance;
    std::unordered_map<std::uint32_t, Recording> recordings;
    std::size_t callbacks = 0;  // recordings that call a script
    /// By source: thresholds that are shared through pointers and may change in any step.
    std::unordered_map<std::uint32_t, std::shared_ptr<double>> changeable_thresholds;
    /// Thresholds [mV] that scripts gave to inputs. They have no effect here: the source is on another rank.
    std::unordered_map<std::uint32_t, double> input_thresholds;
    std::map<Gid, Network::WantedThreshold> wanted_thresholds;
    /// [mV]
    double threshold_of(std::uint32_t s) const {
        const auto found = changeable_thresholds.find(s);
        if (found != changeable_thresholds.end()) return *found->second;
        if (!is_input(s)) return sources[s].threshold();
        const auto given = input_thresholds.find(s);
        return given == input_thresholds.end() ? Source().threshold() : given->second;
    }
    /// -1: it has none.
    Gid gid_of(std::uint32_t s) const {
        if (s == nothing) return -1;
        return is_input(s) ? gid_of_input(s) : sources[s].gid;
    }

    Connections connections{[this](Gid gid) { return source_number(gid); }};
    std::set<std::pair<const Section*, std::uint32_t>> sources_in;

    std::uint32_t rules = 0;  // numbers given to rules
    Network::RuleWatch rule_watch;
    RuleTargets rule_targets;
    std::vector<InstanceId> targets;  // by number, likewise
    WeightPointers weight_pointers;
    InstanceNumbers target_of_instance;

    OwnedGids owned;
    Areas areas;
    Network::RasterSink raster;
    std::size_t queue_bytes = 0;  // set by Delivery, for reports
    bool is_closed = false;
    bool late_self_events = false;

    static std::uint64_t pack(InstanceId i) { return static_cast<std::uint64_t>(i.mechanism) << 32 | i.id; }
    static std::uint64_t pack(VariableRef r) {
        return static_cast<std::uint64_t>(r.table) << 48 | static_cast<std::uint64_t>(r.column) << 32 | r.id;
    }
    /// The number of the source that has this gid: one of this rank, or an input.
    std::uint32_t source_number(Gid gid) const {
        const std::uint32_t* own = owned.find(gid);
        return !own || *own == nothing ? input_of(gid) : *own;
    }
    /// Whether folded connections come from sources of other ranks.
    bool has_inputs_by_rule() const;
    /// Whether there are connections from this gid of another rank.
    bool is_any_from(Gid gid) const { return connections.is_any_from(input_of(gid)); }
    std::uint32_t add_source(Source s);
    /// The numbers of the sources that exist, ascending.
    std::span<const std::uint32_t> living_sources();
    /// Those of the targets.
    std::span<const std::uint32_t> living_targets();
    void release_source(std::uint32_t s);             // frees it if nothing refers to it
    std::uint32_t target_index(InstanceId instance);  // assigns an index if the instance has none
    std::uint32_t find_target(InstanceId instance) const { return target_of_instance.find(instance); }  // nothing: none
    void count_callbacks();
    // The numbers of those that exist, and of some that existed when they were last asked for.
    std::vector<std::uint32_t> known_sources, known_targets;
    /// A source of this rank, or null if it is an input. Throws std::invalid_argument if it no longer exists.
    Source* at(SourceId s);
    std::uint32_t at(NetConId n) const;
    /// For messages: "NetCon 3 (gid 7 -> ExpSyn)".
    std::string describe(std::uint32_t netcon);
    std::string describe_source(std::uint32_t s) const;
};

}  // namespace ranvier::engine
