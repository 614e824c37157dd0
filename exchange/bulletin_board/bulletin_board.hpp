#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "exchange/bulletin_board/message.hpp"
#include "exchange/task.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

/// Does a job that some rank submitted; `id` is the job's own. A context job's answer is dropped.
using Evaluate = std::function<Task<Message>(std::int64_t id, Message job)>;

struct FinishedJob {
    std::int64_t id;
    Message answer;
};

/// NEURON's bulletin board: messages under a key, and jobs done by whichever rank is idle (ParallelContext in NEURON's
/// programmer's reference).
///
/// 1. The board lives on rank 0, the master, which serves the others whenever it waits in an operation of the board;
///    while it computes, they wait.
/// 2. A key may have several messages; the oldest is taken first, and each by one rank only.
/// 3. Jobs start in the order of their ids. `working` of a rank gets the answers to what its current job submitted,
///    in the order in which they came in, and does waiting jobs of any rank meanwhile.
/// 4. Not to be mixed with the transport's collectives while a rank is in `run_worker`. Uses tags 32000 and 32001.
class BulletinBoard {
  public:
    virtual ~BulletinBoard() = default;

    virtual Task<void> post(std::string key, Message message) = 0;

    /// Waits until somebody has posted it. Throws ExchangeError on a single rank, where nobody else can.
    virtual Task<Message> take(std::string key) = 0;
    virtual Task<std::optional<Message>> look(std::string key) = 0;
    virtual Task<std::optional<Message>> look_take(std::string key) = 0;

    /// Returns the job's id, from 1.
    virtual Task<std::int64_t> submit(Message job) = 0;

    /// Nothing if all answers to what the current job submitted have been fetched.
    virtual Task<std::optional<FinishedJob>> working() = 0;

    /// Has every other rank do the job once, when it is next idle. On the master only, else ExchangeError.
    virtual Task<void> context(Message job) = 0;

    /// Returns at once on the master. On the others does jobs until the master calls `done`.
    virtual Task<void> run_worker() = 0;

    /// On the master: once every worker is idle, lets them return from run_worker. On the others: nothing.
    virtual Task<void> done() = 0;
};

std::unique_ptr<BulletinBoard> make_bulletin_board(Transport& transport, Evaluate evaluate);

}  // namespace ranvier::exchange
