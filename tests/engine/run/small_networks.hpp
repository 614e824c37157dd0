#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include "engine/event/network.hpp"
#include "engine/solve/model.hpp"
#include "engine/simulation/simulation.hpp"
#include "event/hand_made_cells.hpp"
#include "exchange/strategy/allgather.hpp"
#include "exchange/transport/local_transport.hpp"
#include "exchange/transport/simulated_transport.hpp"

namespace ranvier::engine {

/// One rank's share of a model, with all that runs it.
struct Rank {
    explicit Rank(exchange::Transport& transport)
        : exchange(exchange::make_allgather(transport)), simulation(model, network, *exchange, transport) {}

    Model model;
    Network network{model};
    std::unique_ptr<exchange::SpikeExchange> exchange;
    Simulation simulation;
    std::vector<exchange::Spike> spikes;

    void record_spikes() {
        network.set_raster([this](double, std::span<const exchange::Spike> some) {
            spikes.insert(spikes.end(), some.begin(), some.end());
        });
    }
};

/// A network of `cells` Adders and of small cables that spike by threshold: random connections (the same for any number
/// of ranks) with few delays, all whole tenths of ms, so that events often meet at the same time.
inline void build_network(Rank& r, int cells, int rank, int ranks, double least_delay = .5) {
    const MechanismId adder = r.model.register_mechanism(hand_made::adder());
    const MechanismId pacer = r.model.register_mechanism(hand_made::pacer());
    const MechanismId pulse = r.model.register_mechanism(hand_made::pulse());
    const MechanismId leak = r.model.register_mechanism(hand_made::leak());
    std::vector<InstanceId> target(static_cast<std::size_t>(cells));
    for (int gid = rank; gid < cells; gid += ranks) {
        r.network.set_gid_here(gid);
        SourceId source;
        InstanceId& to = target[static_cast<std::size_t>(gid)];
        if (gid % 3 == 2) {
            Section& soma = r.model.create_section("soma" + std::to_string(gid));
            soma.set_nseg(1 + gid % 2 * 2);
            r.model.insert(soma, leak);
            to = r.model.create_point_process(pulse, soma, .5);
            source = r.network.source_of(r.model.reference(soma, *r.model.range_variable("v"), 0, .5), &soma);
            r.network.set_threshold(source, -55);
        } else {
            to = r.model.create_artificial_cell(adder);
            source = r.network.source_of(to);
        }
        r.network.set_cell(gid, r.network.connect(source, InstanceId{}), true);
        if (gid % 4 == 0) {
            const InstanceId drive = r.model.create_artificial_cell(pacer);
            r.model.store(r.model.reference(drive, 0), .1 * (gid % 5));
            r.model.store(r.model.reference(drive, 1), 2);
            r.network.connect(r.network.source_of(drive), to, .5, .9);
            r.network.connect(r.network.source_of(drive), to, .5, .4);
        }
    }
    for (int gid = rank; gid < cells; gid += ranks) {
        std::mt19937 random(static_cast<unsigned>(gid));
        for (int k = 0; k < 6; ++k) {
            const int from = static_cast<int>(random() % static_cast<unsigned>(cells));
            const NetConId n = r.network.gid_connect(from, target[static_cast<std::size_t>(gid)]);
            r.network.set_delay(n, least_delay + .1 * static_cast<double>(random() % 5));
            r.network.set_weight(n, 0, gid % 3 == 2 ? .4 : .2 + .1 * static_cast<double>(random() % 4));
        }
    }
}

inline exchange::Task<void> run_rank(Rank& r, double tstop) {
    co_await r.simulation.initialize(-65.);
    co_await r.simulation.advance_to(tstop);
    r.simulation.flush_raster();
}

struct Machine {
    int ranks = 1, threads = 1;
    std::size_t block_size = 8192;
};

/// All spikes of the network, sorted by (t, gid).
inline std::vector<exchange::Spike> spikes_on(const Machine& machine, int cells, double tstop, double least_delay = .5,
                                              double dt = .025) {
    exchange::SimulatedMachine simulated(machine.ranks);
    std::vector<std::unique_ptr<Rank>> ranks;
    std::vector<exchange::Task<void>> tasks;
    for (int k = 0; k < machine.ranks; ++k) {
        ranks.push_back(std::make_unique<Rank>(simulated.transport(k)));
        Rank& r = *ranks.back();
        r.model.dt = dt;
        build_network(r, cells, k, machine.ranks, least_delay);
        r.record_spikes();
        r.simulation.set_threads(machine.threads);
        r.simulation.set_block_size(machine.block_size);
        tasks.push_back(run_rank(r, tstop));
    }
    simulated.run(tasks);
    std::vector<exchange::Spike> all;
    for (const auto& r : ranks) all.insert(all.end(), r->spikes.begin(), r->spikes.end());
    std::sort(all.begin(), all.end(), [](const exchange::Spike& a, const exchange::Spike& b) {
        return a.t < b.t || (a.t == b.t && a.gid < b.gid);
    });
    return all;
}

}  // namespace ranvier::engine
