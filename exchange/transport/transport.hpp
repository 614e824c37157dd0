#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "exchange/task.hpp"

namespace ranvier::exchange {

enum class Reduce { sum, min, max };

/// A message that has arrived and not been received yet.
struct Arrival {
    int source;
    int tag;
    std::size_t bytes;
};

/// Identifies a pending operation (a message or nonblocking collective) until a wait or test has completed it.
struct Request {
    std::int32_t slot = -1;
};

/// Identifies a message, or a list of messages, that is set up once and sent or received many times.
struct PersistentRequest {
    std::int32_t slot = -1;
};

inline constexpr int any_rank = -1;
inline constexpr int any_tag = -1;

/// The ranks that send to this rank and the ranks that it sends to, for collectives whose cost depends only on the
/// number of neighbors.
class Neighborhood {
  public:
    virtual ~Neighborhood() = default;

    /// send_counts[i] bytes go to the i-th target, receive_counts[i] come from the i-th source, without gaps. Called by
    /// all ranks, in the same order; a rank may run ahead of ranks that are not its neighbors.
    virtual Task<void> alltoallv(std::span<const std::byte> send, std::span<const std::size_t> send_counts,
                                 std::span<std::byte> receive, std::span<const std::size_t> receive_counts) = 0;
};

/// A collective that is set up once and then repeated with the same buffers (MPI 4, chapter 6.13).
class PersistentCollective {
  public:
    virtual ~PersistentCollective() = default;

    /// Runs the collective again. Called by all ranks.
    virtual Task<void> run() = 0;
};

/// The operations that the exchange needs from a machine: ranks, a clock, collectives and messages.
///
/// 1. Collectives are called by all ranks, in the same order and with matching sizes.
///    For nonblocking collectives, the order of their starts counts; they may end in any order.
/// 2. Spans passed to an operation must stay valid until it has completed.
/// 3. Messages between two ranks with the same tag arrive in the order in which they were sent.
/// 4. Tags lie in [0, 32767]. Sizes are in bytes; each is less than 2 GiB.
/// 5. If the communication library fails, an operation throws TransportError.
///
/// transport/typed.hpp has these operations for vectors and strings.
class Transport {
  public:
    virtual ~Transport() = default;

    virtual int rank() const = 0;
    virtual int size() const = 0;

    /// Time since an arbitrary moment in the past [s].
    virtual double clock() const = 0;

    /// Part of that time spent waiting inside operations, since the transport's construction [s].
    virtual double waited() const = 0;

    virtual Task<void> barrier() = 0;

    /// Element by element over the ranks; every rank gets the same bits. The transport defines the order of a sum.
    virtual Task<void> allreduce(std::span<double> values, Reduce reduce) = 0;
    virtual Task<void> allreduce(std::span<std::int64_t> values, Reduce reduce) = 0;

    /// `all` holds size() pieces as long as `mine`, in the order of ranks.
    virtual Task<void> allgather(std::span<const std::byte> mine, std::span<std::byte> all) = 0;

    /// `all` holds a piece of counts[r] bytes of each rank r, without gaps; mine.size() == counts[rank()].
    virtual Task<void> allgatherv(std::span<const std::byte> mine, std::span<const std::size_t> counts,
                                  std::span<std::byte> all) = 0;

    /// Both buffers hold size() pieces of equal length: the r-th piece goes to rank r or comes from rank r.
    virtual Task<void> alltoall(std::span<const std::byte> send, std::span<std::byte> receive) = 0;
    virtual Task<void> alltoallv(std::span<const std::byte> send, std::span<const std::size_t> send_counts,
                                 std::span<std::byte> receive, std::span<const std::size_t> receive_counts) = 0;

    virtual Task<void> broadcast(std::span<std::byte> data, int root) = 0;

    /// Returns a separate transport over the ranks that pass the same `color` (>= 0), numbered by (key, rank). Its
    /// messages and collectives do not mix with those of this transport. Destroy it before this transport.
    virtual Task<std::unique_ptr<Transport>> split(int color, int key) = 0;

    /// Collective. Both ranks of a pair must list each other; no rank appears twice in a list.
    virtual Task<std::unique_ptr<Neighborhood>> neighborhood(std::span<const int> sources,
                                                             std::span<const int> targets) = 0;

    /// False for MPI libraries before version 4.
    virtual bool has_persistent_collectives() const = 0;

    /// Sets up an alltoall whose buffers stay in place. Collective. Throws ExchangeError if the transport has no
    /// persistent collectives.
    virtual Task<std::unique_ptr<PersistentCollective>> persistent_alltoall(std::span<const std::byte> send,
                                                                            std::span<std::byte> receive) = 0;

    /// Collectives that proceed while the rank does something else.
    virtual Request ibarrier() = 0;
    virtual Request iallgather(std::span<const std::byte> mine, std::span<std::byte> all) = 0;
    virtual Request iallgatherv(std::span<const std::byte> mine, std::span<const std::size_t> counts,
                                std::span<std::byte> all) = 0;

    /// Like allreduce. Do not touch `values` until the operation has completed; they then hold the result.
    virtual Request iallreduce(std::span<std::int64_t> values, Reduce reduce) = 0;

    /// Sums each of the size() numbers over the ranks; the r-th sum goes to rank r, into its `mine`.
    virtual Request ireduce_scatter(std::span<const std::int32_t> numbers, std::int32_t& mine) = 0;

    virtual Request isend(int to, int tag, std::span<const std::byte> data) = 0;

    /// Like isend, but completes only once the receiver has matched the message with a receive (synchronous send).
    virtual Request issend(int to, int tag, std::span<const std::byte> data) = 0;

    /// `from` and `tag` may be any_rank, any_tag. A message longer than `data` is an error.
    virtual Request irecv(int from, int tag, std::span<std::byte> data) = 0;

    /// True once the request has completed; it is then void.
    virtual bool test(Request& request) = 0;

    /// Removes completed requests from the list; sends and receives only.
    virtual void drop_completed(std::vector<Request>& messages) {
        std::erase_if(messages, [this](Request& each) { return test(each); });
    }

    virtual Task<void> wait(Request request) = 0;

    /// The first message that has arrived and matches, if any; it remains to be received.
    virtual std::optional<Arrival> try_probe(int from, int tag) = 0;
    virtual Task<Arrival> probe(int from, int tag) = 0;

    /// Receives the message that a probe has just found. Does not wait for other ranks.
    virtual void take(const Arrival& found, std::span<std::byte> data) = 0;

    /// Waits until `is_done()`, which may start and test other operations. It is called again whenever its result may
    /// have changed.
    virtual Task<void> wait_until(std::function<bool()> is_done) = 0;

    /// Like wait_until, by a rank that has nothing left to do but to end with an exit status (negative: unknown). A
    /// transport that finds deadlocks says that this rank has ended.
    virtual Task<void> wait_at_end(std::function<bool()> is_done, [[maybe_unused]] int status) {
        return wait_until(std::move(is_done));
    }

    /// Sets up sends of the same message to each of the targets. Each start reads `data` and sends the message.
    virtual PersistentRequest send_init(std::span<const int> targets, int tag, std::span<const std::byte> data) = 0;
    virtual PersistentRequest ssend_init(std::span<const int> targets, int tag, std::span<const std::byte> data) = 0;
    virtual PersistentRequest recv_init(int from, int tag, std::span<std::byte> data) = 0;

    /// Starts a request that is not active. It is active until a test has found it complete.
    virtual void start(PersistentRequest request) = 0;
    virtual bool test(PersistentRequest request) = 0;

    /// True once all requests are complete; none is then active. May be cheaper than testing each one.
    virtual bool test_all(std::span<const PersistentRequest> requests) {
        return std::all_of(requests.begin(), requests.end(), [this](PersistentRequest each) { return test(each); });
    }

    /// Releases a request, which becomes void. An active receive is canceled; a send must not be active.
    virtual void release(PersistentRequest& request) = 0;

    /// While the token lives, pending operations make progress even if the rank computes and does not call the
    /// transport. Has no effect in transports that make progress by themselves. Throws ExchangeError if the transport
    /// cannot have a thread.
    virtual std::shared_ptr<void> drive_in_background() { return nullptr; }

    /// Ends all ranks with this exit status after writing `message` to the standard error, once even when several ranks
    /// fail together. A simulated transport throws Aborted instead.
    [[noreturn]] virtual void abort(std::string_view message, int status = 1) = 0;

    /// Whether the transport's end finalizes MPI; false if something else initialized MPI.
    virtual bool owns_mpi() const { return false; }
    /// To be called when the rank is about to end and something else finalizes MPI: functions that would end the rank
    /// because another one has failed then return, and has_failed is true.
    virtual void leave_exit_to_others() {}
    virtual bool has_failed() const { return false; }
    /// Collective, before something else finalizes MPI; the transport can then send nothing more.
    virtual void finish() {}

    /// The same ranks in a separate world for collectives called by scripts, which then never match the engine's.
    virtual Transport& of_scripts() { return *this; }

    /// Sets the function that says where the script is, for messages about deadlocks: "run.hoc:12:3".
    virtual void set_place([[maybe_unused]] std::function<std::string()> place) {}

    /// Keeps an object that pending operations still use alive until the transport ends.
    void keep(std::shared_ptr<void> what) { kept_.push_back(std::move(what)); }

  protected:
    std::vector<std::shared_ptr<void>> take_kept() { return std::move(kept_); }

  private:
    std::vector<std::shared_ptr<void>> kept_;
};

}  // namespace ranvier::exchange
