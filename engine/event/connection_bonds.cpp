#include "engine/event/connection_bonds.hpp"

#include <fmt/format.h>

#include "engine/connection/connections.hpp"
#include "engine/event/simulation_error.hpp"
#include "engine/network/network.hpp"
#include "engine/network/targets.hpp"

namespace ranvier::engine {

std::vector<Model::Bond> connection_bonds(const Network& network, double shortest) {
    for (const RuleConnections& made : network.connections().ruled().folded()) {
        if (made.rule->delay.least() < shortest)
            throw SimulationError(fmt::format(
                "a rule of pc.connect allows delays below dt = {:g} ms; give the delays a lower bound of at least dt",
                shortest));
    }
    std::vector<Model::Bond> pairs;
    network.connections().for_each_unfolded([&](const Connection& it) {
        if (it.delay >= shortest || it.source == SourceId::none || it.target == TargetNumber::none ||
            is_input(it.source))
            return;
        const Source& source = network.sources()[it.source];
        Model::Bond bond{};
        if (source.instance) {
            bond.a_instance = source.instance;
        } else if (source.section()) {
            bond.a_section = source.section();
        } else {
            return;
        }
        bond.b_instance = network.targets()[it.target];
        pairs.push_back(bond);
    });
    return pairs;
}

void add_weight_bonds(Network& network, std::vector<Model::Bond>& bonds) {
    network.weight_pointers().add_bonds(network.targets().all(), bonds);
}

}  // namespace ranvier::engine
