#include "engine/network/cell_connections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <unordered_set>

#include "engine/cell/section.hpp"
#include "engine/connection/connections.hpp"
#include "engine/network/network.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::engine {

namespace {

/// The numbers of the targets of a cell.
using CellTargets = std::unordered_set<TargetNumber>;

void add_target(CellTargets& cell, const Targets& targets, InstanceId instance) {
    if (const TargetNumber number = targets.find(instance); number != TargetNumber::none) cell.insert(number);
}

void add_targets_in(CellTargets& cell, const Targets& targets, const Section& section) {
    for (const InstanceId instance : section.point_processes()) add_target(cell, targets, instance);
    for (const Section* child : section.children()) add_targets_in(cell, targets, *child);
}

CellTargets targets_of(const Network& network, const Model& model, Gid gid) {
    const SourceId* id = network.gids().find(gid);
    if (!id || *id == SourceId::none) {
        throw std::invalid_argument(fmt::format("gid {} has no cell on this rank", gid));
    }
    const Source& source = network.sources()[*id];
    Section* section = source.section();
    if (!section && source.instance) section = model.place(source.instance).section;
    CellTargets cell;
    if (section) {
        add_targets_in(cell, network.targets(), section->root());
    } else {
        add_target(cell, network.targets(), source.instance);
    }
    return cell;
}

CellConnection described(const Network& network, std::uint32_t number, const Connection& it) {
    return {number,   network.sources().gid_of(it.source),    network.targets()[it.target],
            it.delay, {it.weights.begin(), it.weights.end()}, it.is_active};
}

/// While nothing is in tables: draws the connections of rules onto the cell, and no others.
std::vector<CellConnection> drawn_onto(const Network& network, const CellTargets& cell) {
    std::vector<CellConnection> found;
    const auto add = [&](std::uint32_t number, const Connection& it) {
        if (cell.contains(it.target)) found.push_back(described(network, number, it));
    };
    const LooseConnections& loose = network.connections().loose();
    for (std::size_t k = 0; k < loose.size(); ++k) {
        if (loose.exists(k)) add(loose.number(k), loose[k]);
    }
    const RuledConnections& ruled = network.connections().ruled();
    for (const RuleConnections& made : ruled.folded()) {
        for (std::size_t i = 0; i < made.cells(); ++i) {
            const std::span<const TargetNumber> targets = made.targets_of(i);
            const auto is_of_cell = [&](TargetNumber target) { return cell.contains(target); };
            if (std::any_of(targets.begin(), targets.end(), is_of_cell)) ruled.draw(made, i, add);
        }
    }
    return found;
}

std::vector<CellConnection> stored_onto(Network& network, const CellTargets& cell) {
    const ConnectionsByNumber all = network.connections().by_number();
    std::vector<CellConnection> found;
    for (const TargetNumber target : cell) {
        for (const std::uint32_t number : all.onto(target)) found.push_back(described(network, number, all[number]));
    }
    return found;
}

}  // namespace

std::vector<CellConnection> connections_onto(Network& network, const Model& model, Gid gid) {
    const CellTargets cell = targets_of(network, model, gid);
    const bool are_any_in_tables = !network.connections().tables().empty();
    std::vector<CellConnection> found = are_any_in_tables ? stored_onto(network, cell) : drawn_onto(network, cell);
    std::sort(found.begin(), found.end(),
              [](const CellConnection& a, const CellConnection& b) { return a.number < b.number; });
    return found;
}

}  // namespace ranvier::engine
