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

/// Does the job `id`, which some rank submitted. The answer to a context job is discarded.
using Evaluate = std::function<Task<Message>(std::int64_t id, Message job)>;

struct FinishedJob {
    std::int64_t id;
    Message answer;
};

/// NEURON's bulletin board: messages by key, and jobs that idle ranks do (ParallelContext in NEURON's programmer's
/// reference).
///
/// 1. The board lives on rank 0, the master, which serves the other ranks whenever it waits in an operation of the
///    board; while the master computes, they wait.
/// 2. A key may have several messages. The oldest is taken first, and only one rank takes it.
/// 3. Jobs start in the order of their ids. On each rank, `working` returns the answers to the jobs that the rank's
///    current job submitted, in order of arrival, and meanwhile does waiting jobs, whichever rank submitted them.
/// 4. While a rank is in `run_worker`, no rank may call the transport's collectives. Uses tags 32000 and 32001.
class BulletinBoard {
  public:
    virtual ~BulletinBoard() = default;

    virtual Task<void> post(std::string key, Message message) = 0;

    /// Waits until the message has been posted. Throws ExchangeError on a single rank, where no other rank can post it.
    virtual Task<Message> take(std::string key) = 0;
    virtual Task<std::optional<Message>> look(std::string key) = 0;
    virtual Task<std::optional<Message>> look_take(std::string key) = 0;

    /// Returns the job's id, from 1.
    virtual Task<std::int64_t> submit(Message job) = 0;

    /// The next answer to a job that the current job submitted; nothing once all these answers have been fetched.
    virtual Task<std::optional<FinishedJob>> working() = 0;

    /// Whether the master does waiting jobs in `working`, as it does by default. A single rank always does.
    virtual void let_master_work(bool works) = 0;

    /// Every other rank does the job once, when it is next idle. Throws ExchangeError on ranks other than the master.
    virtual Task<void> context(Message job) = 0;

    /// On the master, returns at once. On other ranks, does jobs until the master calls `done`.
    virtual Task<void> run_worker() = 0;

    /// On the master: from now on, workers without anything left to do return from run_worker when the master serves
    /// them, in `end` at the latest. On other ranks: does nothing.
    virtual Task<void> done() = 0;

    /// Collective, at the end of the program: waits for the end of all ranks, which pass the exit statuses that they
    /// intend (negative: unknown). Meanwhile the master serves workers as after `done`. A rank with a status above 0
    /// waits for a second only; then it ends all ranks with this status, and `why` or the status as the message.
    virtual Task<void> end(int status, std::string why = {}) = 0;
};

std::unique_ptr<BulletinBoard> make_bulletin_board(Transport& transport, Evaluate evaluate);

}  // namespace ranvier::exchange
