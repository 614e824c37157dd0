#include "engine/extract/make_cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "engine/cell/mechanism_type.hpp"
#include "engine/cell/model_data.hpp"
#include "engine/connection/connections.hpp"
#include "engine/network/network.hpp"
#include "engine/run/run_tables.hpp"
#include "engine/state/rank_snapshot.hpp"
#include "engine/state/snapshot.hpp"

namespace ranvier::engine {

namespace {

/// Leads from inputs without gid that drove more cells than are here, so that they belong to no cell here, too.
constexpr const char* sink_name = "ranvier_extract_sink";

class Maker {
  public:
    Maker(Simulation& simulation, const Columns& from, const SectionMaker& make_section)
        : model_(simulation.model()),
          network_(simulation.network()),
          from_(from),
          make_section_(make_section),
          tables_(simulation.tables()) {}

    void make() {
        model_.dt = one("run/dt");
        model_.celsius = one("run/celsius");
        if (!(model_.dt > 0) || !std::isfinite(model_.dt)) fail(fmt::format("dt = {:g} ms", model_.dt));
        if (!std::isfinite(model_.celsius)) fail(fmt::format("celsius = {:g} degC", model_.celsius));
        model_.secondorder = static_cast<int>(one_integer("run/secondorder"));
        model_.set_random_index(static_cast<std::uint32_t>(one_integer("run/random_index")));
        network_.set_late_self_events(one_integer("run/late_self_events") != 0);
        make_sections();
        make_instances();
        make_sources();
        make_connections();
        tables_.prepare();
        check_shape();
    }

  private:
    [[noreturn]] static void fail(const std::string& what) {
        throw ExtractError(fmt::format("the extracted cells are not whole: {}", what));
    }
    double one(const char* path) const { return at(from_.number(path), 0, path); }
    std::int64_t one_integer(const char* path) const { return at(from_.integer(path), 0, path); }
    template <class T>
    static T at(const std::vector<T>& values, std::size_t k, const char* path) {
        if (k >= values.size()) fail(fmt::format("{} is too short", path));
        return values[k];
    }
    double number(const char* path, std::size_t k) const { return at(from_.number(path), k, path); }
    std::int64_t integer(const char* path, std::size_t k) const { return at(from_.integer(path), k, path); }

    MechanismId mechanism(const std::string& name) const {
        const auto id = model_.find_mechanism(name);
        if (!id) fail(fmt::format("there is no mechanism {}", name));
        return *id;
    }
    Section& section(std::int64_t k) const {
        if (k < 0 || k >= static_cast<std::int64_t>(sections_.size())) fail(fmt::format("there is no section {}", k));
        return *sections_[static_cast<std::size_t>(k)];
    }
    InstanceId instance(std::int64_t k) const {
        if (k < 0 || k >= static_cast<std::int64_t>(instances_.size())) fail(fmt::format("there is no instance {}", k));
        return instances_[static_cast<std::size_t>(k)];
    }

    void make_sections() {
        const std::vector<std::string> names = from_.lines("sections/name");
        const std::vector<std::string> mechanisms = from_.lines("sections/mechanisms");
        std::size_t point = 0, segment = 0;
        for (std::size_t k = 0; k < names.size(); ++k) {
            Section& made = make_section_(names[k]);
            sections_.push_back(&made);
            const auto nseg = static_cast<int>(integer("sections/nseg", k));
            made.set_nseg(nseg);
            made.set_Ra(number("sections/Ra", k));
            made.set_rallbranch(number("sections/rallbranch", k));
            const std::int64_t points = integer("sections/points", k);
            std::vector<Point3d> shape;
            for (std::int64_t p = 0; p < points; ++p, ++point) {
                const auto value = [&](std::size_t i) { return number("points/xyzd", 4 * point + i); };
                shape.push_back({value(0), value(1), value(2), value(3), number("points/arc", point)});
            }
            if (points > 0) {
                made.set_points(shape);
            } else {
                made.set_L(number("sections/L", k));
            }
            const RangeVariable diam = *model_.range_variable("diam"), cm = *model_.range_variable("cm");
            for (int s = 0; s < nseg; ++s, ++segment) {
                const double x = (s + .5) / nseg;
                if (points == 0) model_.store(made, diam, 0, x, number("segments/diam", segment));
                model_.store(made, cm, 0, x, number("segments/cm", segment));
            }
            std::istringstream inserted(at(mechanisms, k, "sections/mechanisms"));
            for (std::string name; inserted >> name;) {
                if (!made.has(mechanism(name))) model_.insert(made, mechanism(name));
            }
        }
        connect_sections();
    }

    /// A section joins its siblings as the first of them, so the last comes first.
    void connect_sections() {
        for (std::size_t k = sections_.size(); k-- > 0;) {
            const std::int64_t parent = integer("sections/parent", k);
            if (parent < 0) continue;
            if (parent >= static_cast<std::int64_t>(k)) fail("a section comes before its parent");
            model_.connect(*sections_[k], number("sections/child_end", k), section(parent),
                           number("sections/parent_x", k));
        }
    }

    void make_instances() {
        const std::vector<std::string> names = from_.lines("instances/mechanism");
        for (std::size_t k = 0; k < names.size(); ++k) {
            const MechanismId id = mechanism(names[k]);
            const std::int64_t where = integer("instances/section", k);
            instances_.push_back(where < 0 ? model_.create_artificial_cell(id)
                                           : model_.create_point_process(id, section(where), number("instances/x", k)));
        }
    }

    void make_sources() {
        const std::vector<std::int64_t>& gids = from_.integer("sources/gid");
        const RangeVariable v = *model_.range_variable("v");
        for (std::size_t k = 0; k < gids.size(); ++k) {
            const std::int64_t of = integer("sources/instance", k);
            Section* watched = of < 0 ? &section(integer("sources/section", k)) : nullptr;
            const SourceId source =
                of < 0 ? network_.sources().of(model_.reference(*watched, v, 0, number("sources/x", k)), watched)
                       : network_.sources().of(instance(of));
            sources_.push_back(source);
            const NetConId held = network_.connect(source, {});
            network_.sources().set_threshold(source, number("sources/threshold", k));
            if (gids[k] < 0) continue;
            const Gid gid = gid_in_file(gids[k]);
            network_.gids().set_here(gid);
            network_.gids().set_cell(gid, network_.source(held), integer("sources/output", k) != 0);
        }
    }

    void make_connections() {
        const std::vector<std::int64_t>& from = from_.integer("edges/All/source");
        std::size_t weight = 0;
        for (std::size_t k = 0; k < from.size(); ++k) {
            const InstanceId to = instance(integer("edges/All/instance", k));
            const std::int64_t gid = integer("edges/All/source_node_id", k);
            const double delay = number("edges/All/0/delay", k);
            NetConId made{};
            if (from[k] < 0 && gid >= 0) {
                made = network_.gid_connect(gid_in_file(gid), to);
                network_.set_delay(made, delay);
            } else {
                if (from[k] >= static_cast<std::int64_t>(sources_.size())) fail("a connection has no source");
                made = network_.connect(from[k] < 0 ? SourceId::none : sources_[static_cast<std::size_t>(from[k])], to,
                                        delay);
            }
            const std::int64_t weights = integer("edges/All/weights", k);
            for (std::int64_t w = 0; w < weights; ++w, ++weight) {
                network_.set_weight(made, static_cast<int>(w), number("edges/weights", weight));
            }
            network_.set_active(made, integer("edges/All/active", k) != 0);
        }
        connect_to_sink();
    }

    void connect_to_sink() {
        const auto exp_syn = model_.find_mechanism("ExpSyn");
        if (!exp_syn) fail("there is no mechanism ExpSyn");
        const InstanceId sink = model_.create_point_process(*exp_syn, model_.create_section(sink_name), .5);
        for (std::size_t k = 0; k < sources_.size(); ++k) {
            if (integer("sources/is_nameless", k) == 0) continue;
            network_.set_active(network_.connect(sources_[k], sink, 1e6), false);
        }
    }

    /// Whether the sections have become what they were, to the bit.
    void check_shape() {
        std::size_t segment = 0;
        for (Section* made : sections_) {
            const int nseg = made->nseg();
            for (int s = 0; s < nseg; ++s, ++segment) {
                const double x = (s + .5) / nseg;
                const RangeVariable diam = *model_.range_variable("diam");
                if (model_.load(*made, diam, 0, x) == number("segments/diam", segment) &&
                    model_.area(*made, x) == number("segments/area", segment) &&
                    model_.ri(*made, x) == number("segments/ri", segment)) {
                    continue;
                }
                fail(
                    fmt::format("segment {} of {} has another diameter, area or axial resistance than when it was "
                                "extracted",
                                s, made->name()));
            }
        }
    }

    Model& model_;
    Network& network_;
    const Columns& from_;
    const SectionMaker& make_section_;
    RunTables& tables_;
    std::vector<Section*> sections_;
    std::vector<InstanceId> instances_;
    std::vector<SourceId> sources_;
};

bool is_of_sink(const RankSnapshot::Part& part) {
    return part.name.ends_with(sink_name);
}

bool is_nameless_cell(const RankSnapshot::Part& part) {
    return part.name.starts_with("cell ");
}

}  // namespace

Gid gid_in_file(std::int64_t number) {
    if (number >= 0 && number <= std::numeric_limits<Gid>::max()) return static_cast<Gid>(number);
    throw ExtractError(fmt::format("the extracted cells are not whole: {} is not a gid", number));
}

void make_cells(Simulation& simulation, const Columns& cells, const SectionMaker& make_section) {
    try {
        Maker(simulation, cells, make_section).make();
    } catch (const std::invalid_argument& error) {
        throw ExtractError(fmt::format("the extracted cells are not whole: {}", error.what()));
    }
}

/// The state of the sink, which was not among the cells, is that of now.
void restore_made_cells(Simulation& simulation, const Columns& cells) {
    const auto found = cells.bytes.find("state");
    if (found == cells.bytes.end()) throw ExtractError("the extracted cells have no state");
    RankSnapshot state = rank_snapshot(std::as_bytes(std::span(found->second)));
    const RankSnapshot now = simulation.states().take();
    auto saved = state.parts.begin();
    std::vector<RankSnapshot::Part> parts;
    for (const RankSnapshot::Part& part : now.parts) {
        if (!is_nameless_cell(part) || is_of_sink(part)) {
            if (!part.name.starts_with("GLOBAL")) parts.push_back(part);
            continue;
        }
        while (saved != state.parts.end() && !is_nameless_cell(*saved)) ++saved;
        if (saved == state.parts.end()) throw ExtractError("the state of the extracted cells lacks an input");
        parts.push_back({part.name, false, saved->state});
        ++saved;
    }
    for (RankSnapshot::Part& part : state.parts) {
        if (part.name.starts_with("GLOBAL")) parts.push_back(std::move(part));
    }
    state.parts = std::move(parts);
    state.recorded = now.recorded;
    state.spike_vectors = now.spike_vectors;
    state.spikes = now.spikes;
    SnapshotSet set;
    set.ranks.push_back(std::move(state));
    simulation.states().restore(set);
}

}  // namespace ranvier::engine
