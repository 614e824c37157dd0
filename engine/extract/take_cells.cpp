#include "engine/extract/take_cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/cell/mechanism_type.hpp"
#include "engine/cell/model_data.hpp"
#include "engine/connection/connections.hpp"
#include "engine/network/network.hpp"
#include "engine/network/packed.hpp"
#include "engine/network/targets.hpp"
#include "engine/run/run_tables.hpp"
#include "engine/state/cell_index.hpp"
#include "engine/state/rank_snapshot.hpp"
#include "engine/state/snapshot.hpp"

namespace ranvier::engine {

namespace {

/// Takes the cells one after the other; each thing is known by its number in the file.
class Taker {
  public:
    Taker(Simulation& simulation, std::span<const Gid> chosen)
        : simulation_(simulation),
          model_(simulation.model()),
          network_(simulation.tables().network()),
          index_(model_, network_),
          is_taken_(index_.cells().size()) {
        choose(chosen);
    }

    Columns take() {
        check();
        make_columns();
        take_sections();
        take_instances();
        take_sources();
        take_connections();
        take_settings();
        take_state();
        return std::move(to_);
    }

  private:
    [[noreturn]] static void refuse(const std::string& what) {
        throw ExtractError(fmt::format("these cells cannot be extracted: {}", what));
    }

    std::uint32_t cell_of(const Source& source) const {
        if (source.instance) return index_.cell_of(source.instance);
        return source.section() ? index_.place_of_compartment(source.section()->near_compartment()).cell : nothing;
    }

    /// The chosen cells, and cells without gid that lead to them, however many times removed.
    void choose(std::span<const Gid> chosen) {
        for (const Source& source : network_.sources()) {
            if (!source.exists || !std::binary_search(chosen.begin(), chosen.end(), source.gid)) continue;
            if (const std::uint32_t cell = cell_of(source); cell != nothing) is_taken_[cell] = true;
        }
        for (bool is_new = true; is_new;) {
            is_new = false;
            network_.connections().for_each([&](const Connection& it) {
                if (!is_onto_taken(it) || it.source == SourceId::none || is_input(it.source)) return;
                const std::uint32_t cell = cell_of(network_.sources()[it.source]);
                if (cell == nothing || is_taken_[cell] || index_.cells()[cell].gid >= 0) return;
                is_taken_[cell] = is_new = true;
            });
        }
    }

    bool is_onto_taken(const Connection& it) const {
        if (it.target == TargetNumber::none) return false;
        const std::uint32_t cell = index_.cell_of(network_.targets()[it.target]);
        return cell != nothing && is_taken_[cell];
    }

    template <class Act>
    void for_each_cell(Act&& act) const {
        for (std::uint32_t c = 0; c < is_taken_.size(); ++c) {
            if (is_taken_[c]) act(index_.cells()[c]);
        }
    }

    void check() const {
        RunTables& tables = simulation_.tables();
        if (tables.transfers().active()) refuse("the network has gap junctions (pc.target_var)");
        if (tables.player().plays().any()) refuse("Vectors are played into variables (Vector.play)");
        if (!simulation_.hooks().events().empty()) refuse("statements wait for their time (CVode.event)");
        for_each_cell([&](const CellIndex::Cell& cell) {
            for (const CellIndex::Part& part : cell.parts) check(model_.mechanism(part.mechanism), part.ids);
        });
    }

    void check(MechanismType& type, std::span<const std::uint32_t> ids) const {
        if (type.is_ion()) return;
        const rv_mechanism& description = *type.description();
        if (type.name() == "extracellular") refuse("a cell has extracellular");
        if (std::string_view{description.source} == "KSChan")
            refuse(fmt::format("{} was made by a script (KSChan)", type.name()));
        if (description.pointer_count > 0) refuse(fmt::format("{} has a POINTER", type.name()));
        for (int k = 0; k < description.random_count; ++k) {
            for (const std::uint32_t id : ids) {
                if (type.random(id, k).picker) refuse(fmt::format("{} draws from a Random of the script", type.name()));
            }
        }
    }

    /// All of them, because there may be no section, source or connection.
    void make_columns() {
        for (const char* path : {"sections/parent", "sections/nseg", "sections/points", "instances/section",
                                 "sources/gid", "sources/output", "sources/is_nameless", "sources/instance",
                                 "sources/section", "edges/All/source_node_id", "edges/All/source",
                                 "edges/All/instance", "edges/All/weights", "edges/All/active"}) {
            to_.integers[path];
        }
        for (const char* path :
             {"sections/parent_x", "sections/child_end", "sections/L", "sections/Ra", "sections/rallbranch",
              "points/xyzd", "points/arc", "segments/diam", "segments/cm", "segments/area", "segments/ri",
              "instances/x", "sources/threshold", "sources/x", "edges/All/0/delay", "edges/weights", "run/valence"}) {
            to_.numbers[path];
        }
    }

    void take_sections() {
        std::string names, mechanisms;
        for_each_cell([&](const CellIndex::Cell& cell) {
            for (Section* section : cell.sections) {
                section_number_.emplace(section, static_cast<std::int64_t>(section_number_.size()));
                names += section->name() + "\n";
                take_section(*section);
                for (const MechanismId id : section->mechanisms()) mechanisms += model_.mechanism(id).name() + " ";
                mechanisms += "\n";
            }
        });
        to_.texts["sections/name"] = names;
        to_.texts["sections/mechanisms"] = mechanisms;
    }

    void take_section(const Section& section) {
        const Section* parent = section.parent();
        to_.integers["sections/parent"].push_back(parent ? section_number_.at(parent) : -1);
        to_.integers["sections/nseg"].push_back(section.nseg());
        to_.integers["sections/points"].push_back(static_cast<std::int64_t>(section.points().size()));
        to_.numbers["sections/parent_x"].push_back(parent ? section.parent_x() : 0);
        to_.numbers["sections/child_end"].push_back(section.child_end());
        to_.numbers["sections/L"].push_back(section.L());
        to_.numbers["sections/Ra"].push_back(section.Ra());
        to_.numbers["sections/rallbranch"].push_back(section.rallbranch());
        for (const Point3d& point : section.points()) {
            for (const double value : {point.x, point.y, point.z, point.diam})
                to_.numbers["points/xyzd"].push_back(value);
            to_.numbers["points/arc"].push_back(point.arc);
        }
        const Table& compartments = model_.state().compartments;
        for (const std::uint32_t id : section.compartments()) {
            to_.numbers["segments/diam"].push_back(compartments.at(col_diam, id));
            to_.numbers["segments/cm"].push_back(compartments.at(col_cm, id));
            to_.numbers["segments/area"].push_back(compartments.at(col_area, id));
        }
        const int nseg = section.nseg();
        for (int k = 0; k < nseg; ++k) to_.numbers["segments/ri"].push_back(model_.ri(section, (k + .5) / nseg));
    }

    /// Point processes in the order in which they were placed, then artificial cells.
    void take_instances() {
        for_each_cell([&](const CellIndex::Cell& cell) {
            for (const Section* section : cell.sections) {
                for (const InstanceId instance : section->point_processes()) {
                    if (model_.place(instance).section != section) refuse("a point process is outside of its section");
                    take_instance(instance, section_number_.at(section), model_.place(instance).x);
                }
            }
            for (const CellIndex::Part& part : cell.parts) {
                if (!model_.mechanism(part.mechanism).is_artificial()) continue;
                for (const std::uint32_t id : part.ids) take_instance({part.mechanism, id}, -1, 0);
            }
        });
        to_.texts["instances/mechanism"] = instance_names_;
    }

    void take_instance(InstanceId instance, std::int64_t section, double x) {
        const auto number = static_cast<std::int64_t>(instance_number_.size());
        instance_number_.emplace(packed(instance), number);
        instance_names_ += model_.mechanism(instance.mechanism).name() + "\n";
        to_.integers["instances/section"].push_back(section);
        to_.numbers["instances/x"].push_back(x);
    }

    void take_sources() {
        for (std::uint32_t k = 0; k < network_.sources().size(); ++k) {
            const SourceId s{k};
            const Source& source = network_.sources()[s];
            const std::uint32_t cell = source.exists ? cell_of(source) : nothing;
            if (cell == nothing || !is_taken_[cell]) continue;
            source_number_.emplace(s, static_cast<std::int64_t>(source_number_.size()));
            if (network_.sources().changeable_thresholds().contains(s))
                refuse("a mechanism changes the threshold of a source");
            to_.integers["sources/gid"].push_back(source.gid);
            to_.integers["sources/output"].push_back(source.output ? 1 : 0);
            to_.numbers["sources/threshold"].push_back(source.threshold());
            const CellIndex::Cell& of = index_.cells()[cell];
            to_.integers["sources/is_nameless"].push_back(of.gid < 0 && of.sections.empty() ? 1 : 0);
            take_end(source);
        }
    }

    /// What the source watches.
    void take_end(const Source& source) {
        std::int64_t instance = -1, section = -1;
        double x = 0;
        if (source.instance) {
            const auto found = instance_number_.find(packed(source.instance));
            if (found == instance_number_.end()) refuse("a source is outside of the cells");
            instance = found->second;
        } else if (source.watched() && source.watched()->table == compartment_table &&
                   source.watched()->column == col_v) {
            section = section_number_.at(source.section());
            x = source.section()->position_of(source.watched()->id);
        } else {
            refuse("a source watches another variable than v");
        }
        to_.integers["sources/instance"].push_back(instance);
        to_.integers["sources/section"].push_back(section);
        to_.numbers["sources/x"].push_back(x);
    }

    void take_connections() {
        const ConnectionsByNumber connections = network_.connections().by_number();
        network_.connections().for_each_number([&](std::uint32_t n) {
            const Connection it = connections[n];
            if (!is_onto_taken(it)) return;
            const auto own = source_number_.find(it.source);
            const bool is_own = it.source != SourceId::none && own != source_number_.end();
            const Gid gid = network_.sources().gid_of(it.source);
            if (it.source != SourceId::none && !is_own && gid < 0) refuse("a connection comes from a cell without gid");
            to_.integers["edges/All/source_node_id"].push_back(gid);
            to_.integers["edges/All/source"].push_back(is_own ? own->second : -1);
            to_.integers["edges/All/instance"].push_back(instance_number_.at(packed(network_.targets()[it.target])));
            to_.integers["edges/All/active"].push_back(it.is_active ? 1 : 0);
            to_.integers["edges/All/weights"].push_back(static_cast<std::int64_t>(it.weights.size()));
            to_.numbers["edges/All/0/delay"].push_back(it.delay);
            std::vector<double>& weights = to_.numbers["edges/weights"];
            weights.insert(weights.end(), it.weights.begin(), it.weights.end());
        });
    }

    void take_settings() {
        to_.numbers["run/dt"] = {model_.dt};
        to_.numbers["run/celsius"] = {model_.celsius};
        to_.integers["run/late_self_events"] = {network_.late_self_events() ? 1 : 0};
        to_.integers["run/secondorder"] = {model_.secondorder};
        to_.integers["run/random_index"] = {static_cast<std::int64_t>(model_.random_index)};
        std::set<MechanismId> mechanisms;
        for_each_cell([&](const CellIndex::Cell& cell) {
            for (const CellIndex::Part& part : cell.parts) mechanisms.insert(part.mechanism);
        });
        to_.texts["run/mechanisms"];  // though there may be none
        for (const MechanismId id : mechanisms) {
            const MechanismType& type = model_.mechanism(id);
            to_.texts["run/mechanisms"] += type.name() + "\n";
            to_.numbers["run/valence"].push_back(type.is_ion() ? type.valence() : 0);
        }
    }

    /// The state of the cells taken, under the numbers that they will have without the others.
    void take_state() {
        SnapshotScope scope;
        scope.of_replay = true;
        for (std::uint32_t c = 0; c < is_taken_.size(); ++c) {
            if (!is_taken_[c]) scope.without.push_back(c);
        }
        RankSnapshot snapshot = simulation_.states().take(scope);
        snapshot.recorded.clear();
        snapshot.spike_vectors.clear();
        snapshot.spikes.clear();
        snapshot.event_order.clear();
        std::erase_if(snapshot.flying, [&](const RankSnapshot::Flying& spike) {
            const SourceId* source = network_.gids().find(spike.gid);
            return !source || !source_number_.contains(*source);
        });
        const Bytes bytes = to_bytes(snapshot);
        const auto* begin = reinterpret_cast<const std::uint8_t*>(bytes.data());
        to_.bytes["state"].assign(begin, begin + bytes.size());
    }

    Simulation& simulation_;
    Model& model_;
    Network& network_;
    const CellIndex index_;
    std::vector<bool> is_taken_;
    std::map<const Section*, std::int64_t> section_number_;
    std::map<std::uint64_t, std::int64_t> instance_number_;
    std::map<SourceId, std::int64_t> source_number_;
    std::string instance_names_;
    Columns to_;
};

}  // namespace

Columns take_cells(Simulation& simulation, std::span<const Gid> chosen) {
    simulation.tables().prepare();
    const ConnectionsByNumber look =
        simulation.tables().network().connections().by_number(ConnectionsByNumber::Keeps::found_for_now);
    return Taker(simulation, chosen).take();
}

std::vector<UsedMechanism> mechanisms_of(const Columns& cells) {
    std::vector<UsedMechanism> used;
    const std::vector<double>& valence = cells.number("run/valence");
    for (std::string& name : cells.lines("run/mechanisms")) {
        if (used.size() == valence.size()) throw ExtractError("run/valence is too short");
        used.push_back({std::move(name), valence[used.size()]});
    }
    return used;
}

}  // namespace ranvier::engine
