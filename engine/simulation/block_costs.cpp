#include "engine/simulation/block_costs.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "engine/cell/mechanism_type.hpp"
#include "engine/cell/section.hpp"
#include "engine/network/network.hpp"
#include "engine/run/run_tables.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::engine {

namespace {

using WorkOfRoot = std::unordered_map<const Section*, std::size_t>;

/// The work of each cell that has sections, by its root.
WorkOfRoot work_of_sections(Model& model) {
    WorkOfRoot work;
    for (const auto& section : model.sections()) {
        const auto segments = static_cast<std::size_t>(section->nseg());
        work[&section->root()] += segments * (1 + section->mechanisms().size());
    }
    for (const auto& type : model.mechanisms()) {
        if (!type->is_point_process()) continue;
        for (std::size_t row = 0; row < type->table().size(); ++row) {
            if (Section* section = type->section(type->table().id(row))) ++work[&section->root()];
        }
    }
    return work;
}

Section* section_of(const Model& model, const Source& source) {
    if (Section* section = source.section()) return section;
    return source.instance ? model.place(source.instance).section : nullptr;
}

/// Puts each cell into its block, once. `block_of`: the block of a source.
template <class BlockOf>
void add_cells(Simulation& simulation, const BlockOf& block_of, std::vector<BlockCost>& costs) {
    Model& model = simulation.model();
    const Network& network = simulation.tables().network();
    WorkOfRoot work = work_of_sections(model);
    std::map<Gid, SourceId> sources;
    network.gids().for_each([&](Gid gid, SourceId source) {
        if (source != SourceId::none) sources[gid] = source;
    });
    for (const auto& [gid, number] : sources) {
        const std::uint32_t block = block_of(number);
        if (block >= costs.size()) continue;  // the cell is idle
        Section* section = section_of(model, network.sources()[number]);
        if (!section) {
            costs[block].cells.push_back({gid, 1});
            continue;
        }
        const auto found = work.find(&section->root());
        if (found == work.end()) continue;  // a further gid of the cell
        costs[block].cells.push_back({gid, found->second});
        work.erase(found);
    }
}

}  // namespace

std::vector<BlockCost> block_costs(Simulation& simulation) {
    Delivery& delivery = simulation.tables().delivery();
    if (!delivery.is_built() || !simulation.tables().knows_structure()) return {};
    std::vector<BlockCost> costs;
    const double tick = seconds_per_tick();
    for (std::uint32_t b = 0; b < delivery.running_blocks(); ++b) {
        const BlockMeter& meter = delivery.blocks()[b]->meter();
        const Ticks of_groups = std::min(meter.group_times.all(), meter.deliver_time);
        costs.push_back({tick * static_cast<double>(meter.update_time),
                         tick * static_cast<double>(meter.deliver_time),
                         tick * static_cast<double>(of_groups),
                         meter.deliveries,
                         {}});
    }
    add_cells(simulation, [&](SourceId source) { return delivery.tables().block_of(source); }, costs);
    return costs;
}

}  // namespace ranvier::engine
