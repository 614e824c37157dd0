#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

struct SimulatedGroup;

/// A rank's request for a split, and its result.
struct Part {
    int color;
    int key;
    std::shared_ptr<SimulatedGroup> group = nullptr;
    int rank = 0;
};

/// One rank's contribution to a collective operation of a simulated machine.
struct Collective {
    enum Kind {
        none,
        barrier,
        allreduce_double,
        allreduce_int,
        allgather,
        allgatherv,
        alltoall,
        alltoallv,
        broadcast,
        reduce_scatter,
        split
    };
    Kind kind = none;
    std::span<const std::byte> send = {};
    std::span<std::byte> receive = {};
    std::span<const std::size_t> send_counts = {};
    std::span<const std::size_t> receive_counts = {};
    int option = 0;        // the root of a broadcast or the operation of a reduction
    Part* part = nullptr;  // for a split
};

const char* name_of(Collective::Kind kind);

/// A collective that all ranks have called.
struct FinishedCollective {
    Collective::Kind kind;
    std::vector<Request> requests;  ///< by rank
    std::size_t payload;            ///< bytes, as cost_model.hpp counts them
    double last_call;               ///< when the last rank called it [s]
};

/// The collectives of a group of ranks, matched as MPI does: the n-th call of each rank belongs to the n-th operation.
///
/// The data moves when the last rank has called. Throws Deadlock, with a message that names the mismatch, if ranks call
/// different operations or pass sizes that do not match.
class CollectiveQueue {
  public:
    /// `members` are the group's ranks in the machine.
    explicit CollectiveQueue(std::span<const int> members)
        : members_(members.begin(), members.end()), next_(members.size()) {}

    /// `rank` starts its next collective at time `clock` [s]; `request` identifies it on that rank. Returns the
    /// finished collective if `rank` was the last to call it.
    std::optional<FinishedCollective> join(int rank, const Collective& collective, Request request, double clock);

  private:
    struct Operation {
        std::vector<Collective> brought;  // by rank; kind none: not called yet
        std::vector<Request> requests;
        int first = 0;  // the first rank to call it
        int arrivals = 0;
        double last_call = 0;
    };

    std::vector<int> members_;
    std::deque<Operation> pending_;
    std::size_t done_ = 0;           // number of operations before pending_
    std::vector<std::size_t> next_;  // by rank: number of the operation that it calls next
};

}  // namespace ranvier::exchange
