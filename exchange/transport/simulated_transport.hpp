#pragma once

#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

#include "exchange/transport/simulated_network.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

/// A simulated rank called Transport::abort.
class Aborted : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// No rank can go on; the message lists what each one waits for.
class Deadlock : public std::logic_error {
  public:
    using std::logic_error::logic_error;
};

/// Many virtual ranks in one process, so that what runs on a machine of any size can be tested on this one.
///
/// Deterministic: ranks take turns, in rank order unless the delays say otherwise, each running until it has to wait;
/// sums are formed in rank order. With delays, what MPI does not order happens in another order for each seed.
/// Ranks that call different collectives, or with sizes that do not fit, are a Deadlock error that says so.
class SimulatedMachine {
  public:
    explicit SimulatedMachine(int ranks, SimulatedDelays delays = {});
    ~SimulatedMachine();
    SimulatedMachine(const SimulatedMachine&) = delete;
    SimulatedMachine& operator=(const SimulatedMachine&) = delete;

    int size() const;

    /// Lives as long as the machine.
    Transport& transport(int rank);

    /// Runs task r as rank r until all are done. An exception that leaves one ends the run and is thrown on.
    void run(std::span<Task<void>> tasks);

    class Implementation;

  private:
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace ranvier::exchange
