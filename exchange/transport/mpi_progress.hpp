#pragma once

#include <mpi.h>

#include <atomic>
#include <mutex>
#include <thread>

namespace ranvier::exchange {

/// Makes progress on pending operations while the rank computes, from a thread that calls MPI every now and then.
///
/// Threads take turns with MPI (MPI_THREAD_SERIALIZED, which costs MPI nothing): the rank takes one for each call of
/// the transport, also while it waits there, when it makes all progress itself. Without a thread, a turn is a branch.
class MpiProgress {
  public:
    explicit MpiProgress(MPI_Comm world) : world_(world) {}
    ~MpiProgress() { stop(); }
    MpiProgress(const MpiProgress&) = delete;
    MpiProgress& operator=(const MpiProgress&) = delete;

    /// Throws ExchangeError if MPI was initialized for one thread. Each start needs a stop.
    void start();
    void stop();

    /// The calling thread has MPI to itself while this lives. Turns may be nested.
    class Turn {
      public:
        explicit Turn(MpiProgress& progress) : progress_(progress) {
            if (progress_.users_ > 0 && progress_.depth_++ == 0) progress_.mpi_.lock();
        }
        ~Turn() {
            if (progress_.users_ > 0 && --progress_.depth_ == 0) progress_.mpi_.unlock();
        }
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;

      private:
        MpiProgress& progress_;
    };

  private:
    void run();

    MPI_Comm world_;
    std::mutex mpi_;
    int depth_ = 0;  // of the rank's turns
    int users_ = 0;  // number of starts without a stop
    std::thread thread_;
    std::atomic<bool> stops_ = false;
};

}  // namespace ranvier::exchange
