#pragma once

#include <functional>
#include <vector>

#include "exchange/transport/simulated_transport.hpp"

namespace ranvier::exchange {

/// Runs `body` on each of `ranks` simulated ranks until all are done.
inline void run_on_simulated_ranks(int ranks, const std::function<Task<void>(Transport&)>& body) {
    SimulatedMachine machine(ranks);
    std::vector<Task<void>> tasks;
    for (int r = 0; r < ranks; ++r) tasks.push_back(body(machine.transport(r)));
    machine.run(tasks);
}

}  // namespace ranvier::exchange
