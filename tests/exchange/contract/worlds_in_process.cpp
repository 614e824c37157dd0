#include "exchange/contract/worlds.hpp"
#include "exchange/transport/local_transport.hpp"
#include "exchange/transport/simulated_transport.hpp"

namespace ranvier::exchange::testing {

namespace {

World local_world() {
    return {"local", 1, [](const Body& body) {
                const auto transport = make_local_transport();
                run_to_completion(body(*transport));
            }};
}

/// `how`: SimulatedDelays, or a CostModel for virtual clocks.
template <typename How>
World simulated_world(const std::string& name, int ranks, const How& how) {
    return {name + "_" + std::to_string(ranks), ranks, [ranks, how](const Body& body) {
                SimulatedMachine machine(ranks, how);
                std::vector<Task<void>> tasks;
                for (int r = 0; r < ranks; ++r) tasks.push_back(body(machine.transport(r)));
                machine.run(tasks);
            }};
}

}  // namespace

const std::vector<World>& worlds() {
    static const std::vector<World> all = [] {
        std::vector<World> list{local_world()};
        for (const int ranks : {1, 2, 7, 64}) list.push_back(simulated_world("simulated", ranks, SimulatedDelays{}));
        list.push_back(simulated_world("unruly", 7, SimulatedDelays{1, 9, true, {1}, 5}));
        list.push_back(simulated_world("timed", 7, known_machine("bluegene_p")));
        return list;
    }();
    return all;
}

const std::vector<World>& large_worlds() {
    static const std::vector<World> all{simulated_world("simulated", 1000, SimulatedDelays{})};
    return all;
}

}  // namespace ranvier::exchange::testing
