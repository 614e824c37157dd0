#include "engine/replay/replay_doubts.hpp"

#include <fmt/format.h>

#include <set>

#include "engine/cell/mechanism_type.hpp"
#include "engine/event/network_state.hpp"
#include "engine/solve/block.hpp"

namespace ranvier::engine {

namespace {

bool are_any(const Model& model, MechanismId mechanism, bool idle) {
    for (const auto& block : model.blocks()) {
        if (block->is_idle != idle) continue;
        const rv_instances* instances = block->instances(mechanism);
        if (instances && instances->count > 0) return true;
    }
    return false;
}

void add_shared_globals(const Model& model, std::vector<std::string>& doubts) {
    for (std::size_t k = 0; k < model.mechanisms().size(); ++k) {
        const rv_mechanism* description = model.mechanisms()[k]->description();
        if (!description || !(description->flags & RV_SHARES_GLOBALS)) continue;
        const auto mechanism = static_cast<MechanismId>(k);
        if (!are_any(model, mechanism, false) || !are_any(model, mechanism, true)) continue;
        doubts.push_back(fmt::format(
            "instances of {} pass values to each other through GLOBAL variables, and some of them did not run",
            description->name));
    }
}

bool is_idle(const Source& source, const Model& model) {
    const Section* section = source.section();
    if (!section && !source.instance) return false;
    return model.blocks()[section ? model.block_of(*section) : model.locate(source.instance).block]->is_idle;
}

void add_statements(const Network::State& network, const Model& model, std::vector<std::string>& doubts) {
    std::set<Gid> gids;
    for (const auto& [s, recording] : network.recordings) {
        if (!recording.callback || is_input(s)) continue;
        if (is_idle(network.sources[s], model)) gids.insert(network.sources[s].gid);
    }
    if (gids.empty()) return;
    doubts.push_back(fmt::format("statements of NetCon.record were not run at spikes of {} idle cell{} (gid {}{})",
                                 gids.size(), gids.size() == 1 ? "" : "s", *gids.begin(),
                                 gids.size() == 1 ? "" : ", ..."));
}

}  // namespace

std::vector<std::string> replay_doubts(const Network::State& network, const Model& model) {
    std::vector<std::string> doubts;
    add_shared_globals(model, doubts);
    add_statements(network, model, doubts);
    return doubts;
}

}  // namespace ranvier::engine
