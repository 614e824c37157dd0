#include "engine/replay/replay_bonds.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <unordered_map>

#include "engine/cell/mechanism_type.hpp"
#include "engine/connection/connections.hpp"
#include "engine/event/transfer.hpp"
#include "engine/network/network.hpp"
#include "engine/network/packed.hpp"
#include "engine/network/targets.hpp"
#include "engine/solve/block.hpp"

namespace ranvier::engine {

namespace {

bool is_idle_block(const Model& model, std::uint32_t block) {
    return block < model.blocks().size() && model.blocks()[block]->is_idle;
}

}  // namespace

std::optional<ReplayBonds::Cell> ReplayBonds::cell_of(const Side& side) const {
    Section* section = side.section;
    if (!section && side.instance) {
        if (!model_.exists(side.instance)) return std::nullopt;
        if (model_.mechanism(side.instance.mechanism).is_artificial()) return packed(side.instance);
        section = model_.place(side.instance).section;
    }
    if (!section) return std::nullopt;
    return static_cast<const Section*>(&section->root());
}

std::optional<ReplayBonds::Cell> ReplayBonds::cell_of_source(SourceId s) const {
    const Source& source = network_.sources()[s];
    return cell_of({source.section(), source.instance});
}

bool ReplayBonds::is_idle(const Side& side) const {
    return is_idle_block(model_, side.section ? model_.block_of(*side.section) : model_.locate(side.instance).block);
}

ReplayBonds::Side ReplayBonds::side_of(VariableRef variable) const {
    if (variable.table != compartment_table) return {nullptr, {variable.table, variable.id}};
    for (const auto& section : model_.sections()) {
        const auto ids = section->compartments();
        if (std::find(ids.begin(), ids.end(), variable.id) != ids.end() || section->near_compartment() == variable.id ||
            section->far_compartment() == variable.id) {
            return {section.get(), {}};
        }
    }
    return {};
}

std::vector<Gid> ReplayBonds::gids_of(const Cell& cell) const {
    std::vector<Gid> gids;
    network_.gids().for_each([&](Gid gid, SourceId s) {
        if (s != SourceId::none && cell_of_source(s) == cell) gids.push_back(gid);
    });
    return gids;
}

/// "Cell[3].soma (gid 3)", "ExpSyn in Cell[3].soma (gid 3)", "IntFire1 (gid 4)".
std::string ReplayBonds::describe(const Side& side) const {
    std::string what = side.instance ? model_.mechanism(side.instance.mechanism).name() : std::string();
    Section* section = side.section;
    if (!section && side.instance) section = model_.place(side.instance).section;
    if (section) what += (what.empty() ? "" : " in ") + section->name();
    const std::optional<Cell> cell = cell_of(side);
    const std::vector<Gid> gids = cell ? gids_of(*cell) : std::vector<Gid>();
    return gids.empty() ? what : fmt::format("{} (gid {})", what, gids.front());
}

std::vector<Gid> ReplayBonds::gids_bound_to(const Cell& first) const {
    std::set<Cell> bound{first};
    for (std::size_t before = 0; before != bound.size();) {
        before = bound.size();
        for (const Bond& bond : bonds_) {
            const auto a = cell_of(bond.a), b = cell_of(bond.b);
            if (!a || !b) continue;
            if (bound.contains(*a) || bound.contains(*b)) bound.insert({*a, *b});
        }
    }
    std::vector<Gid> gids;
    network_.gids().for_each([&](Gid gid, SourceId s) {
        const auto cell = s == SourceId::none ? std::nullopt : cell_of_source(s);
        if (cell && bound.contains(*cell)) gids.push_back(gid);
    });
    return gids;
}

void ReplayBonds::add_pointers(std::span<const Model::Bond> pointers) {
    for (const Model::Bond& bond : pointers) {
        add({{bond.a_section, bond.a_instance},
             {bond.b_section, bond.b_instance},
             false,
             "a POINTER binds {0} to {1}"});
    }
}

void ReplayBonds::add_gap_junctions(const Transfers& transfers) {
    transfers.for_each_pair([&](Transfers::Id id, VariableRef source, VariableRef target) {
        if (!model_.exists(source) || !model_.exists(target)) return;
        add({side_of(source), side_of(target), true, "gap junction {2} binds {0} to {1}", Transfers::text(id)});
    });
}

void ReplayBonds::add_streams(const StreamTest& is_stream) {
    if (!is_stream) return;
    std::unordered_map<const void*, InstanceId> first;
    for (const auto& type : model_.mechanisms()) {
        const rv_mechanism* description = type->description();
        for (int k = 0; description && k < description->pointer_count; ++k) {
            const std::vector<double*>& slots = type->pointer_slots(k);
            for (std::size_t row = 0; row < type->table().size(); ++row) {
                const InstanceId id{type->id(), type->table().id(row)};
                if (!slots[row] || type->pointer_target(id.id, k)) continue;
                const auto [user, is_new] = first.try_emplace(slots[row], id);
                if (is_new || !is_stream(slots[row])) continue;
                add({{nullptr, user->second}, {nullptr, id}, false, "{0} and {1} draw from one Random"});
            }
        }
    }
}

void ReplayBonds::add_silent_connections() {
    const ConnectionsByNumber connections = network_.connections().by_number();
    network_.connections().for_each_number([&](std::uint32_t n) {
        const Connection it = connections[n];
        if (it.source == SourceId::none || it.target == TargetNumber::none || is_input(it.source)) return;
        const Source& source = network_.sources()[it.source];
        if (!source.exists || (source.gid >= 0 && source.output)) return;
        const Side from{source.section(), source.instance};
        if (!cell_of(from) || !is_idle(from)) return;
        add({from,
             {nullptr, network_.targets()[it.target]},
             true,
             source.gid < 0 ? "a NetCon whose source has no gid, and hence no spikes in the raster, leads from {0} to "
                              "{1}"
                            : "a NetCon whose spikes pc.cell keeps on their rank, and out of the raster, leads from "
                              "{0} to {1}"});
    });
}

void ReplayBonds::check_sources_of(const Transfers& transfers) const {
    transfers.for_each_without_source([&](Transfers::Id id, VariableRef target) {
        if (!model_.exists(target)) return;
        const Side side = side_of(target);
        if (!cell_of(side) || is_idle(side)) return;
        throw std::invalid_argument(fmt::format(
            "replay: gap junction {} leads to {}, which runs, but comes from a cell of another rank; choose that cell, "
            "too, and replay without --rank and --of",
            Transfers::text(id), describe(side)));
    });
}

void ReplayBonds::check() const {
    for (const Bond& bond : bonds_) {
        const auto a = cell_of(bond.a), b = cell_of(bond.b);
        if (!a || !b || *a == *b || is_idle(bond.a) == is_idle(bond.b)) continue;
        if (bond.only_to_b && is_idle(bond.b)) continue;
        const std::vector<Gid> together = gids_bound_to(*a);
        constexpr std::size_t most = 40;
        const std::size_t shown = std::min(most, together.size());
        throw std::invalid_argument(fmt::format(
            "replay: {}, but one of them runs and the other fires from the raster; choose these together: {}{}",
            fmt::format(fmt::runtime(bond.what), describe(bond.a), describe(bond.b), bond.gap_junction),
            fmt::join(together.begin(), together.begin() + static_cast<std::ptrdiff_t>(shown), ","),
            shown < together.size() ? fmt::format(" and {} more", together.size() - shown) : ""));
    }
}

bool ReplayBonds::are_any(MechanismId mechanism, bool idle) const {
    return std::ranges::any_of(
        model_.blocks(), [&](const auto& block) { return block->is_idle == idle && block->instances(mechanism); });
}

std::vector<std::string> ReplayBonds::doubts() const {
    std::vector<std::string> doubts;
    for (const auto& type : model_.mechanisms()) {
        const rv_mechanism* description = type->description();
        if (!description || !(description->flags & RV_SHARES_GLOBALS)) continue;
        if (!are_any(type->id(), false) || !are_any(type->id(), true)) continue;
        doubts.push_back(
            fmt::format("instances of {} pass values to each other through GLOBAL variables or TABLEs, and "
                        "some of them did not run",
                        description->name));
    }
    std::set<Gid> silent;
    for (const auto& [s, recording] : network_.recordings().by_source()) {
        if (!recording.callback || is_input(s)) continue;
        const Side source{network_.sources()[s].section(), network_.sources()[s].instance};
        if (cell_of(source) && is_idle(source)) silent.insert(network_.sources()[s].gid);
    }
    if (silent.empty()) return doubts;
    const bool is_one = silent.size() == 1;
    doubts.push_back(fmt::format("statements of NetCon.record were not run at spikes of {} idle cell{} (gid {}{})",
                                 silent.size(), is_one ? "" : "s", *silent.begin(), is_one ? "" : ", ..."));
    return doubts;
}

}  // namespace ranvier::engine
