#pragma once

#include <random>
#include <string>
#include <vector>

#include "engine/network/network.hpp"
#include "engine/solve/model.hpp"
#include "event/hand_made_cells.hpp"

namespace ranvier::engine {

/// A network of `cells` Adders and of small cables that spike by threshold: random connections (the same for any number
/// of ranks) with few delays, all whole tenths of ms, so that events often meet at the same time.
inline void build_network(Model& model, Network& network, int cells, int rank, int ranks, double least_delay = .5) {
    const MechanismId adder = model.register_mechanism(hand_made::adder());
    const MechanismId pacer = model.register_mechanism(hand_made::pacer());
    const MechanismId pulse = model.register_mechanism(hand_made::pulse());
    const MechanismId leak = model.register_mechanism(hand_made::leak());
    std::vector<InstanceId> target(static_cast<std::size_t>(cells));
    for (int gid = rank; gid < cells; gid += ranks) {
        network.gids().set_here(gid);
        SourceId source;
        InstanceId& to = target[static_cast<std::size_t>(gid)];
        if (gid % 3 == 2) {
            Section& soma = model.create_section("soma" + std::to_string(gid));
            soma.set_nseg(1 + gid % 2 * 2);
            model.insert(soma, leak);
            to = model.create_point_process(pulse, soma, .5);
            source = network.sources().of(model.reference(soma, *model.range_variable("v"), 0, .5), &soma);
            network.sources().set_threshold(source, -55);
        } else {
            to = model.create_artificial_cell(adder);
            source = network.sources().of(to);
        }
        network.gids().set_cell(gid, network.source(network.connect(source, InstanceId{})), true);
        if (gid % 4 == 0) {
            const InstanceId drive = model.create_artificial_cell(pacer);
            model.store(model.reference(drive, 0), .1 * (gid % 5));
            model.store(model.reference(drive, 1), 2);
            network.connect(network.sources().of(drive), to, .5, .9);
            network.connect(network.sources().of(drive), to, .5, .4);
        }
    }
    for (int gid = rank; gid < cells; gid += ranks) {
        std::mt19937 random(static_cast<unsigned>(gid));
        for (int k = 0; k < 6; ++k) {
            const int from = static_cast<int>(random() % static_cast<unsigned>(cells));
            const NetConId n = network.gid_connect(from, target[static_cast<std::size_t>(gid)]);
            network.set_delay(n, least_delay + .1 * static_cast<double>(random() % 5));
            network.set_weight(n, 0, gid % 3 == 2 ? .4 : .2 + .1 * static_cast<double>(random() % 4));
        }
    }
}

}  // namespace ranvier::engine
