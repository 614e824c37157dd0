#include "engine/state/cell_index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "engine/cell/mechanism_type.hpp"
#include "engine/connection/connections.hpp"

namespace ranvier::engine {

namespace {

template <class T>
T& at_grown(std::vector<T>& all, std::size_t k) {
    if (k >= all.size()) all.resize(k + 1);
    return all[k];
}

void collect(Section& section, std::vector<Section*>& sections) {
    std::vector<Section*> waiting{&section};
    while (!waiting.empty()) {
        Section* next = waiting.back();
        waiting.pop_back();
        sections.push_back(next);
        waiting.insert(waiting.end(), next->children().rbegin(), next->children().rend());
    }
}

}  // namespace

CellIndex::CellIndex(Model& model, Network& network, std::span<const InstanceId> ignored)
    : model_(model), ignored_(ignored) {
    instances_.resize(model.mechanisms().size());
    add_trees();
    name_cells(network);
    add_artificial(network);
    add_instances();
}

void CellIndex::add_trees() {
    for (const auto& section : model_.sections()) {
        if (section->parent()) continue;
        const auto number = static_cast<std::uint32_t>(cells_.size());
        Cell& cell = cells_.emplace_back();
        cell.name = section->name();
        collect(*section, cell.sections);
        const auto add = [&](std::uint32_t id) {
            at_grown(compartments_, id) = {number, nothing, static_cast<std::uint32_t>(cell.compartments.size())};
            cell.compartments.push_back(id);
        };
        add(section->near_compartment());
        for (const Section* each : cell.sections) {
            for (const std::uint32_t id : each->compartments()) add(id);
            add(each->far_compartment());
        }
    }
}

void CellIndex::name_cells(const Network& network) {
    for (const Source& source : network.sources()) {
        if (!source.exists || source.gid < 0) continue;
        Section* section = source.section();
        if (!section && source.instance) section = model_.place(source.instance).section;
        if (!section) continue;
        Cell& cell = cells_[place_of_compartment(section->near_compartment()).cell];
        cell.gid = cell.gid < 0 ? source.gid : std::min(cell.gid, source.gid);
    }
}

// Cells with gids first: the others may belong to them.
void CellIndex::add_artificial(Network& network) {
    std::vector<std::pair<InstanceId, SourceId>> nameless;
    for (const auto& type : model_.mechanisms()) {
        if (!type->is_artificial()) continue;
        std::vector<std::uint32_t> ids;
        for (std::size_t row = 0; row < type->table().size(); ++row) ids.push_back(type->table().id(row));
        std::sort(ids.begin(), ids.end());
        for (const std::uint32_t id : ids) {
            const InstanceId instance{type->id(), id};
            if (is_ignored(instance)) continue;
            const SourceId s = network.sources().find(instance);
            const Gid gid = s == SourceId::none ? -1 : network.sources()[s].gid;
            if (gid < 0) {
                nameless.emplace_back(instance, s);
                continue;
            }
            at_grown(instances_[type->id()], id) = {static_cast<std::uint32_t>(cells_.size()), 0, 0};
            cells_.push_back({gid, type->name(), {}, {}, {{type->id(), {nothing}, {id}}}});
        }
    }
    for (const auto& [instance, source] : nameless) {
        std::uint32_t owner = source == SourceId::none ? nothing : owner_of(source, network);
        if (owner == nothing) {
            owner = static_cast<std::uint32_t>(cells_.size());
            cells_.push_back({-1, model_.mechanism(instance.mechanism).name(), {}, {}, {}});
        }
        Cell& cell = cells_[owner];
        if (cell.parts.empty() || cell.parts.back().mechanism != instance.mechanism ||
            cell.parts.back().at[0] != nothing) {
            cell.parts.push_back({instance.mechanism, {}, {}});
        }
        Part& part = cell.parts.back();
        at_grown(instances_[instance.mechanism], instance.id) = {
            owner, static_cast<std::uint32_t>(cell.parts.size() - 1), static_cast<std::uint32_t>(part.ids.size())};
        part.at.push_back(nothing);
        part.ids.push_back(instance.id);
    }
}

/// The one cell with a gid to which all connections of the source lead.
std::uint32_t CellIndex::owner_of(SourceId source, Network& network) const {
    std::uint32_t owner = nothing;
    const ConnectionsByNumber connections = network.connections().by_number();
    for (const std::uint32_t n : connections.from(source)) {
        if (!network.connections().exists(n)) continue;
        const Connection it = connections[n];
        if (it.source != source || it.target == TargetNumber::none) continue;
        const std::uint32_t cell = cell_of(network.targets()[it.target]);
        if (cell == nothing || cells_[cell].gid < 0 || (owner != nothing && owner != cell)) return nothing;
        owner = cell;
    }
    return owner;
}

void CellIndex::add_instances() {
    struct Found {
        std::uint32_t cell, at, sequence, id;
        bool operator<(const Found& other) const {
            return std::tie(cell, at, sequence, id) < std::tie(other.cell, other.at, other.sequence, other.id);
        }
    };
    for (const auto& type : model_.mechanisms()) {
        if (type->is_nothing() || type->is_artificial()) continue;
        std::vector<Found> found;
        for (std::size_t row = 0; row < type->table().size(); ++row) {
            const std::uint32_t id = type->table().id(row);
            if (!type->is_density() && !type->section(id)) continue;
            const Place at = place_of_compartment(type->compartment(id));
            if (at.cell != nothing && !is_ignored({type->id(), id}))
                found.push_back({at.cell, at.ordinal, type->sequence(id), id});
        }
        std::sort(found.begin(), found.end());
        for (const Found& each : found) {
            Cell& cell = cells_[each.cell];
            if (cell.parts.empty() || cell.parts.back().mechanism != type->id()) {
                cell.parts.push_back({type->id(), {}, {}});
            }
            Part& part = cell.parts.back();
            at_grown(instances_[type->id()], each.id) = {each.cell, static_cast<std::uint32_t>(cell.parts.size() - 1),
                                                         static_cast<std::uint32_t>(part.ids.size())};
            part.at.push_back(each.at);
            part.ids.push_back(each.id);
        }
    }
}

bool CellIndex::is_ignored(InstanceId instance) const {
    return std::find(ignored_.begin(), ignored_.end(), instance) != ignored_.end();
}

CellIndex::Place CellIndex::place(InstanceId instance) const {
    if (instance.mechanism >= instances_.size()) return {};
    const auto& of_type = instances_[instance.mechanism];
    return instance.id < of_type.size() ? of_type[instance.id] : Place{};
}

std::uint32_t CellIndex::cell_of(InstanceId instance) const {
    if (model_.mechanism(instance.mechanism).is_artificial()) return place(instance).cell;
    const Section* section = model_.place(instance).section;
    return section ? place_of_compartment(section->near_compartment()).cell : nothing;
}

CellIndex::Place CellIndex::place_of_compartment(std::uint32_t id) const {
    return id < compartments_.size() ? compartments_[id] : Place{};
}

InstanceId CellIndex::instance(const Place& place) const {
    const Part& part = cells_[place.cell].parts[place.part];
    return {part.mechanism, part.ids[place.ordinal]};
}

std::string CellIndex::describe(std::uint32_t cell) const {
    const Cell& c = cells_[cell];
    return c.gid >= 0 ? fmt::format("gid {} ({})", c.gid, c.name) : fmt::format("{} (without a gid)", c.name);
}

std::string CellIndex::describe(const Place& place) const {
    const Part& part = cells_[place.cell].parts[place.part];
    return fmt::format("{}, {} {}", describe(place.cell), model_.mechanism(part.mechanism).name(), place.ordinal);
}

}  // namespace ranvier::engine
