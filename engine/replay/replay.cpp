#include "engine/replay/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>

#include "engine/cell/mechanism_type.hpp"
#include "engine/connection/connections.hpp"
#include "engine/network/network.hpp"
#include "engine/network/packed.hpp"

namespace ranvier::engine {

namespace {

/// The cell of a gid: a tree of sections, or an artificial cell.
struct Cell {
    const Section* root = nullptr;
    InstanceId artificial;
};

Cell cell_of(const Source& source, const Model& model) {
    if (source.instance && model.mechanism(source.instance.mechanism).is_artificial())
        return {nullptr, source.instance};
    Section* section = source.instance ? model.place(source.instance).section : source.section();
    return {section ? &section->root() : nullptr, {}};
}

}  // namespace

Replay::Replay(std::vector<Gid> chosen, std::optional<std::span<const Gid>> fired)
    : chosen_(std::move(chosen)), is_whole_(fired.has_value()) {
    if (fired) fired_.assign(fired->begin(), fired->end());
    std::sort(chosen_.begin(), chosen_.end());
    chosen_.erase(std::unique(chosen_.begin(), chosen_.end()), chosen_.end());
    if (chosen_.empty()) throw std::invalid_argument("replay: no cell was chosen");
}

bool Replay::is_chosen(Gid gid) const {
    return std::binary_search(chosen_.begin(), chosen_.end(), gid);
}

void Replay::check_gids(const Network& net) const {
    for (const Gid gid : chosen_) {
        const SourceId* source = net.gids().find(gid);
        if (!source || *source == SourceId::none) {
            throw std::invalid_argument(fmt::format(
                "replay: the script creates no cell with gid {}{}", gid,
                is_whole_ ? ""
                          : " as this rank; choose --cells that it creates there, or the --placement by which "
                            "it places cells"));
        }
    }
    for (const Gid gid : fired_) {
        if (net.gids().find(gid) || net.gids().is_input_here(gid)) continue;
        throw std::invalid_argument(
            fmt::format("replay: gid {} fires in the raster, but the script does not create "
                        "it",
                        gid));
    }
}

IdleCells Replay::idle_cells(Network& network, const Model& model) const {
    Network& net = network;
    check_gids(net);
    net.rules().check(chosen_);
    std::map<const Section*, bool> trees;  // whether one of its gids was chosen
    std::map<std::uint64_t, bool> artificial;
    net.gids().for_each([&](Gid gid, SourceId s) {
        if (s == SourceId::none) return;
        const Cell cell = cell_of(net.sources()[s], model);
        if (cell.root) {
            trees[cell.root] |= is_chosen(gid);
        } else if (cell.artificial) {
            artificial[packed(cell.artificial)] |= is_chosen(gid);
        }
    });
    IdleCells idle;
    for (const auto& section : model.sections()) {  // in order of sections, not of addresses
        const auto tree = trees.find(section.get());
        if (tree != trees.end() && !tree->second) idle.roots.push_back(section.get());
    }
    for (const auto& [cell, runs] : artificial) {
        if (runs) continue;
        idle.artificial.push_back({static_cast<MechanismId>(cell >> 32), static_cast<std::uint32_t>(cell)});
    }
    return idle;
}

std::vector<std::string> Replay::check_bonds(Network& network, const Model& model,
                                             std::span<const Model::Bond> pointers, const Transfers& transfers,
                                             const StreamTest& is_stream) const {
    ReplayBonds bonds(network, model);
    bonds.add_pointers(pointers);
    bonds.add_gap_junctions(transfers);
    bonds.add_streams(is_stream);
    bonds.add_silent_connections();
    bonds.check_sources_of(transfers);
    bonds.check();
    return bonds.doubts();
}

}  // namespace ranvier::engine
