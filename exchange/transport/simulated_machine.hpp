#pragma once

#include <coroutine>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "exchange/transport/simulated_group.hpp"
#include "exchange/transport/simulated_transport.hpp"

namespace ranvier::exchange {

/// The operations of a transport that advance a rank's virtual clock.
enum class Charge { send, further_send, receive, record_list, record_target, replay_list, replay_target };

/// What resumes a rank that waits.
enum class Wake {
    on_anything,    ///< a message, or the end of an operation
    on_completion,  ///< the end of an operation
    when_caught_up  ///< all others have caught up with this one's clock
};

/// The common state of the transports of simulated ranks: what each rank waits for, when it resumes, and when a message
/// arrives. Rank numbers refer to the group if a function takes one, otherwise to the machine.
class SimulatedMachine::Implementation {
  public:
    using Group = std::shared_ptr<SimulatedGroup>;

    explicit Implementation(int ranks);
    virtual ~Implementation();
    Implementation(const Implementation&) = delete;
    Implementation& operator=(const Implementation&) = delete;

    Transport& transport(int rank) { return *waiting_[rank].transport; }
    int size() const { return static_cast<int>(waiting_.size()); }
    virtual void run(std::span<Task<void>> tasks) = 0;

    virtual double clock(int rank) const = 0;
    virtual double waited(int rank) const = 0;
    virtual void compute(int rank, double seconds) = 0;
    virtual void charge(int rank, Charge what, std::size_t times = 1) = 0;

    /// Whether other ranks still have to catch up with `rank`.
    virtual bool is_ahead(int rank) const = 0;

    /// Called when a rank polls: puts the messages that are due into its mailboxes.
    virtual void look(int rank) = 0;

    virtual Request join(const Group& group, int rank, const Collective& collective) = 0;
    virtual Request send(const Group& group, int from, int to, int tag, std::span<const std::byte> data,
                         bool is_synchronous) = 0;

    /// `waits_for` must stay valid during the pause.
    virtual void pause(int rank, std::coroutine_handle<> paused, Wake wake, std::string_view waits_for) = 0;

  protected:
    struct Waiting {
        std::unique_ptr<Transport> transport;
        std::coroutine_handle<> paused;
        std::string_view waits_for;
    };

    [[noreturn]] void throw_deadlock(std::span<Task<void>> tasks) const;
    /// For the destructors of derived machines: objects kept by a transport may still use the machine.
    void end_transports();

    void check_tasks(std::span<Task<void>> tasks) const;

    std::vector<Waiting> waiting_;  // by rank
};

void check_rank(const SimulatedGroup& group, int rank);

/// Ranks take turns; there are no clocks.
std::unique_ptr<SimulatedMachine::Implementation> make_machine_of_turns(int ranks, SimulatedDelays delays);

/// Each rank has a clock, and the rank with the earliest time resumes.
std::unique_ptr<SimulatedMachine::Implementation> make_machine_of_clocks(int ranks, const CostModel& model);

}  // namespace ranvier::exchange
