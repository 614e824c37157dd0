#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/run/fixed_run.hpp"
#include "event/fakes.hpp"
#include "event/hand_made_cells.hpp"
#include "exchange/strategy/allgather.hpp"
#include "exchange/transport/local_transport.hpp"
#include "exchange/transport/simulated_transport.hpp"

namespace ranvier::engine {

using exchange::run_to_completion;

/// One rank's model and network with all parts of a run by fixed steps, each built on those above it, and shorthands
/// for what tests put into them.
struct Parts {
    Parts(exchange::Transport& its_transport, exchange::SpikeExchange& its_exchange)
        : transport(its_transport), exchange(its_exchange) {
        tables.options().least_work = 0;  // threads share the little work of a test, too
    }

    exchange::Transport& transport;
    exchange::SpikeExchange& exchange;
    Model model;
    Network network{model};
    VariableSettings variable;
    BlockThreads threads;
    Hooks hooks;
    RunTables tables{model, network, transport, exchange, variable, threads};
    ExchangeClock clock{model, network, transport, exchange, variable};
    RunMeter meter{tables.delivery(), tables.relay(), clock, threads};
    Intervals intervals{model, clock, tables.relay(), meter};
    FixedStep step{model, tables.delivery(), tables.player(), tables.relay(), hooks.interruptions()};
    Window window{tables, threads, hooks, meter.clock};
    FixedRun run{tables, intervals, window, hooks};

    InstanceId make(const rv_mechanism& m) { return model.create_artificial_cell(model.register_mechanism(m)); }
    void set(InstanceId i, int column, double value) { model.store(model.reference(i, column), value); }
    /// A cell that fires at `start`, then every `interval` [ms].
    InstanceId make_pacer(double start, double interval = 1e9) {
        const InstanceId pacer = make(hand_made::pacer());
        set(pacer, 0, start);
        set(pacer, 1, interval);
        return pacer;
    }
    /// A passive cell of one compartment at rest at -65 mV: a time constant of 2 ms.
    Section& make_soma(const std::string& name) {
        Section& soma = model.create_section(name);
        model.insert(soma, model.register_mechanism(hand_made::leak()));
        return soma;
    }
    VariableRef v_of(Section& section) { return model.reference(section, *model.range_variable("v"), 0, .5); }
    InstanceId make_pulse(Section& section) {
        return model.create_point_process(model.register_mechanism(hand_made::pulse()), section, .5);
    }
    void own(Gid gid, SourceId source) {
        network.gids().set_here(gid);
        network.gids().set_cell(gid, network.source(network.connect(source, InstanceId{})), true);
    }
    NetConId listen(Gid gid, InstanceId target, double delay, double weight = 1) {
        const NetConId netcon = network.gid_connect(gid, target);
        network.set_delay(netcon, delay);
        network.set_weight(netcon, 0, weight);
        return netcon;
    }
    SpikeTimes record(SourceId source) {
        auto times = std::make_shared<std::vector<double>>();
        network.recordings().record(source, times, nullptr, 0);
        return times;
    }
    Samples record_each_step(VariableRef of) {
        auto samples = std::make_shared<std::vector<double>>();
        tables.player().record(of, samples, std::nullopt, nullptr);
        return samples;
    }

    /// Brings everything to time 0, with these voltages, as initialize does.
    exchange::Task<void> begin(double v_mV = -65) {
        tables.prepare();
        co_await clock.agree(tables.patterns().any());
        tables.set_t(0);
        clock.set_step(0);
        clock.begin_interval();
        model.update_tables();
        for (const auto& block : model.blocks()) {
            std::fill(block->v().begin(), block->v().end(), v_mV);
            block->initialize();
        }
        tables.delivery().initialize_netcons();
        tables.relay().settle(0);
        for (const auto& block : model.blocks()) block->setup_matrix();
        Player& player = tables.player();
        player.init_play(tables.blocks(), 0);
        player.init_record(tables.blocks(), 0);
        for (std::uint32_t b = 0; b < tables.blocks().size(); ++b) player.record_step(b);
        player.record_step_slow(0);
    }
    std::int64_t steps_in(double ms) const { return static_cast<std::int64_t>(ms / model.dt + .5); }
};

/// Parts alone on one rank.
struct LocalLinks {
    std::unique_ptr<exchange::Transport> transport_owner = exchange::make_local_transport();
    std::unique_ptr<exchange::SpikeExchange> exchange_owner = exchange::make_allgather(*transport_owner);
};
struct PartsOfOneRank : LocalLinks, Parts {
    PartsOfOneRank() : Parts(*transport_owner, *exchange_owner) {}
    void begin_now(double v_mV = -65) { run_to_completion(begin(v_mV)); }
    void advance(double ms) { run_to_completion(run.advance(steps_in(ms), true)); }
};

/// Parts on one of two ranks; the test stands for the other.
struct FakeLinks {
    FakeTransport fake_transport{2};
    FakeExchange fake;
};
struct PartsOfAFakeRank : FakeLinks, Parts {
    PartsOfAFakeRank() : Parts(fake_transport, fake) {}
};

/// Parts on each of some simulated ranks, with exchanges that `make` makes.
using MakeExchange = std::function<std::unique_ptr<exchange::SpikeExchange>(exchange::Transport&)>;
inline void run_on_ranks(
    int count, const std::function<exchange::Task<void>(Parts&, int rank)>& body,
    const MakeExchange& make = [](exchange::Transport& t) { return exchange::make_allgather(t); }) {
    exchange::SimulatedMachine machine(count);
    std::vector<std::unique_ptr<exchange::SpikeExchange>> exchanges;
    std::vector<std::unique_ptr<Parts>> ranks;
    std::vector<exchange::Task<void>> tasks;
    for (int k = 0; k < count; ++k) {
        exchanges.push_back(make(machine.transport(k)));
        ranks.push_back(std::make_unique<Parts>(machine.transport(k), *exchanges.back()));
        tasks.push_back(body(*ranks.back(), k));
    }
    machine.run(tasks);
}

/// What act() throws says; "no error" if nothing.
template <class Act>
std::string error_of(Act&& act) {
    try {
        act();
    } catch (const std::exception& error) {
        return error.what();
    }
    return "no error";
}

}  // namespace ranvier::engine
