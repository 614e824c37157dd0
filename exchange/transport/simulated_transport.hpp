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

/// No rank can proceed; the message lists what each one waits for.
class Deadlock : public std::logic_error {
  public:
    using std::logic_error::logic_error;
};

/// Many virtual ranks in one process, to test code for machines of any size on this one.
///
/// Deterministic: ranks take turns, in rank order unless the delays change it, and each runs until it has to wait; sums
/// are formed in rank order. With delays, events that MPI does not order happen in a different order for each seed.
/// Throws Deadlock, with a message that names the mismatch, if ranks call different collectives or pass sizes that do
/// not match.
///
/// With a CostModel, each rank has a virtual clock [s] instead, which its operations advance according to the model: a
/// message arrives after its latency, a collective called by the last rank at time t ends on all ranks at t plus its
/// duration, and a waiting rank resumes when the awaited event occurs. Transport::clock and waited use virtual time; in
/// a collective, a rank waits for others only until the last one has called it. Ranks resume in the order of their
/// clocks, so times and results are the same in every run.
class SimulatedMachine {
  public:
    explicit SimulatedMachine(int ranks, SimulatedDelays delays = {});
    SimulatedMachine(int ranks, const CostModel& model);
    ~SimulatedMachine();
    SimulatedMachine(const SimulatedMachine&) = delete;
    SimulatedMachine& operator=(const SimulatedMachine&) = delete;

    int size() const;

    /// Valid for the lifetime of the machine.
    Transport& transport(int rank);

    /// The rank computes for this long [s]. Has no effect without a CostModel.
    void compute(int rank, double seconds);

    /// Lets the other ranks catch up with this rank's clock, so it sees everything that they have sent by then. Only
    /// the rank itself may await this. Completes at once without clocks.
    Task<void> catch_up(int rank);

    /// Runs task r as rank r until all are done. An exception from a task ends the run and is rethrown.
    void run(std::span<Task<void>> tasks);

    class Implementation;

  private:
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace ranvier::exchange
