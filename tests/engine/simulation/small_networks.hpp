#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/network/network.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/solve/model.hpp"
#include "exchange/strategy/allgather.hpp"
#include "exchange/transport/local_transport.hpp"
#include "exchange/transport/simulated_transport.hpp"
#include "run/random_network.hpp"

namespace ranvier::engine {

/// One rank's part of a model, with everything to run it.
struct Rank {
    explicit Rank(exchange::Transport& transport)
        : exchange(exchange::make_allgather(transport)), simulation(model, network, *exchange, transport) {}

    Model model;
    Network network{model};
    std::unique_ptr<exchange::SpikeExchange> exchange;
    Simulation simulation;
    std::vector<exchange::Spike> spikes;

    void record_spikes() {
        network.recordings().set_raster([this](double, std::span<const exchange::Spike> some) {
            spikes.insert(spikes.end(), some.begin(), some.end());
        });
    }
};

inline void build_network(Rank& r, int cells, int rank, int ranks, double least_delay = .5) {
    build_network(r.model, r.network, cells, rank, ranks, least_delay);
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
        r.simulation.threads().set_wanted(machine.threads);
        r.simulation.table_options().least_work = 0;
        r.simulation.table_options().block_size = machine.block_size;
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
