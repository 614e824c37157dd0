#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "exchange/task.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange::testing {

/// The code of one rank in a test; captures must outlive the run.
using Body = std::function<Task<void>(Transport&)>;

/// A number of ranks of some transport, on which the contract tests run. Each program of tests has its own list: many
/// simulated ranks in one process, or the ranks of MPI.
struct World {
    std::string name;
    int ranks;
    std::function<void(const Body&)> run;

    friend std::ostream& operator<<(std::ostream& out, const World& world) { return out << world.name; }
};

const std::vector<World>& worlds();

/// Further ones, with too many ranks for most tests.
const std::vector<World>& large_worlds();

}  // namespace ranvier::exchange::testing
