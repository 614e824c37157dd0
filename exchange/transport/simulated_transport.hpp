#pragma once

#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

#include "exchange/transport/cost_model.hpp"
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
///
/// With a CostModel each rank has a virtual clock [s] instead, which its operations move on as the model says: a
/// message arrives after its way, a collective ends for all when the last rank has called it and its time is over, and
/// a rank that waits goes on when what it waits for has come. Transport::clock and waited tell that time; what
/// waits for a collective waits for others only until the last has called it. Ranks go on
/// in the order of their clocks, so times and results are the same in every run.
class SimulatedMachine {
  public:
    explicit SimulatedMachine(int ranks, SimulatedDelays delays = {});
    SimulatedMachine(int ranks, const CostModel& model);
    ~SimulatedMachine();
    SimulatedMachine(const SimulatedMachine&) = delete;
    SimulatedMachine& operator=(const SimulatedMachine&) = delete;

    int size() const;

    /// Lives as long as the machine.
    Transport& transport(int rank);

    /// The rank computes for so long [s]. Without a CostModel nothing happens.
    void compute(int rank, double seconds);

    /// Lets the other ranks come as far in time as this one: what they have sent by then is seen. To be awaited by the
    /// rank itself. At once where there are no clocks.
    Task<void> catch_up(int rank);

    /// Runs task r as rank r until all are done. An exception that leaves one ends the run and is thrown on.
    void run(std::span<Task<void>> tasks);

    class Implementation;

  private:
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace ranvier::exchange
