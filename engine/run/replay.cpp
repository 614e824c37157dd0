#include "engine/run/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>

#include "engine/cell/mechanism_type.hpp"
#include "engine/event/network_state.hpp"
#include "engine/run/transfer.hpp"
#include "engine/solve/block.hpp"

namespace ranvier::engine {

namespace {

void sort_once(std::vector<Gid>& gids) {
    std::sort(gids.begin(), gids.end());
    gids.erase(std::unique(gids.begin(), gids.end()), gids.end());
}

/// What fires for a gid: a tree of sections, or an artificial cell.
struct Cell {
    const Section* root = nullptr;
    InstanceId artificial;
};

Cell cell_of(const Source& source, const Model& model) {
    if (source.instance && model.mechanism(source.instance.mechanism).is_artificial())
        return {nullptr, source.instance};
    Section* section = source.instance ? model.place(source.instance).section : source.section;
    return {section ? &section->root() : nullptr, {}};
}

bool is_idle_block(const Model& model, std::uint32_t block) {
    return block < model.blocks().size() && model.blocks()[block]->is_idle;
}

/// "Cell[3].soma (gid 3)": a section, and the gids of its cell.
std::string describe(Section& section, const Network::State& network, const Model& model) {
    std::vector<Gid> gids;
    for (const auto& [gid, s] : network.owned) {
        if (s != nothing && cell_of(network.sources[s], model).root == &section.root()) gids.push_back(gid);
    }
    if (gids.empty()) return section.name();
    return fmt::format("{} (gid {})", section.name(), *std::min_element(gids.begin(), gids.end()));
}

std::string describe_side(Section* section, InstanceId instance, const Network::State& network, const Model& model) {
    std::string what;
    if (!section && instance) {
        what = model.mechanism(instance.mechanism).name();
        section = model.place(instance).section;
        if (section) what += " in ";
    }
    return section ? what + describe(*section, network, model) : what;
}

std::optional<bool> is_idle_side(Section* section, InstanceId instance, const Model& model) {
    if (section) return is_idle_block(model, model.block_of(*section));
    if (!instance || !model.exists(instance)) return std::nullopt;
    if (!model.mechanism(instance.mechanism).is_artificial() && !model.place(instance).section) return std::nullopt;
    return is_idle_block(model, model.locate(instance).block);
}

}  // namespace

Replay::Replay(std::vector<Gid> chosen, std::span<const exchange::Spike> raster, bool is_whole)
    : chosen_(std::move(chosen)) {
    sort_once(chosen_);
    if (chosen_.empty()) throw std::invalid_argument("replay: no cell was chosen");
    if (!is_whole) return;
    for (const exchange::Spike& spike : raster) fired_.push_back(spike.gid);
    sort_once(fired_);
}

bool Replay::is_chosen(Gid gid) const {
    return std::binary_search(chosen_.begin(), chosen_.end(), gid);
}

IdleCells Replay::idle_cells(Network& network, const Model& model) const {
    const Network::State& net = network.state();
    for (const Gid gid : chosen_) {
        const auto found = net.owned.find(gid);
        if (found == net.owned.end() || found->second == nothing) {
            throw std::invalid_argument(fmt::format("replay: the script makes no cell with gid {}", gid));
        }
    }
    for (const Gid gid : fired_) {
        if (net.owned.contains(gid) || net.inputs.contains(gid)) continue;
        throw std::invalid_argument(fmt::format("replay: gid {} fires in the raster, but the script has none", gid));
    }
    std::map<const Section*, bool> trees;  // whether one of its gids was chosen
    std::map<std::uint64_t, bool> artificial;
    for (const auto& [gid, s] : net.owned) {
        if (s == nothing) continue;
        const Cell cell = cell_of(net.sources[s], model);
        if (cell.root) {
            trees[cell.root] |= is_chosen(gid);
        } else if (cell.artificial) {
            artificial[Network::State::pack(cell.artificial)] |= is_chosen(gid);
        }
    }
    IdleCells idle;
    for (const auto& section : model.sections()) {  // in their order, not that of addresses
        const auto tree = trees.find(section.get());
        if (tree != trees.end() && !tree->second) idle.roots.push_back(section.get());
    }
    for (const auto& [cell, runs] : artificial) {
        if (runs) continue;
        idle.artificial.push_back({static_cast<MechanismId>(cell >> 32), static_cast<std::uint32_t>(cell)});
    }
    return idle;
}

void Replay::check_ties(Network& network, const Model& model, std::span<const Model::Tie> pointers,
                        const Transfers& transfers) const {
    const Network::State& net = network.state();
    for (const Model::Tie& tie : pointers) {
        const auto a = is_idle_side(tie.a_section, tie.a_instance, model);
        const auto b = is_idle_side(tie.b_section, tie.b_instance, model);
        if (!a || !b || *a == *b) continue;
        throw std::invalid_argument(
            fmt::format("replay: a POINTER ties {} to {}, of which one runs and the other fires "
                        "from the raster; choose both cells",
                        describe_side(tie.a_section, tie.a_instance, net, model),
                        describe_side(tie.b_section, tie.b_instance, net, model)));
    }
    const auto where = [&](VariableRef variable) -> std::string {
        for (const auto& section : model.sections()) {
            const auto ids = section->compartments();
            const bool here = variable.table == compartment_table
                                  ? std::find(ids.begin(), ids.end(), variable.id) != ids.end() ||
                                        section->near_compartment() == variable.id ||
                                        section->far_compartment() == variable.id
                                  : model.place({variable.table, variable.id}).section == section.get();
            if (here) return describe(*section, net, model);
        }
        return "a variable";
    };
    transfers.for_each_pair([&](Transfers::Id id, VariableRef source, VariableRef target) {
        if (!model.exists(source) || !model.exists(target)) return;
        if (is_idle_block(model, model.block_of(target)) || !is_idle_block(model, model.block_of(source))) return;
        throw std::invalid_argument(
            fmt::format("replay: gap junction {} ties {}, which fires from the raster, to {}, "
                        "which runs; choose both cells",
                        id, where(source), where(target)));
    });
}

}  // namespace ranvier::engine
