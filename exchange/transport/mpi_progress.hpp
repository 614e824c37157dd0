#pragma once

#include <atomic>
#include <mutex>
#include <thread>

#include "exchange/mpi/table.h"

namespace ranvier::exchange {

/// Makes progress on pending operations while the rank computes, from a thread that calls MPI every now and then.
///
/// The rank and the thread take turns to call MPI (MPI_THREAD_SERIALIZED, which costs MPI nothing). The rank takes a
/// turn for each call of the transport and keeps it while the call waits; the rank itself then makes all progress.
/// Without a thread, a turn costs one branch.
class MpiProgress {
  public:
    explicit MpiProgress(RanvierComm world) : world_(world) {}
    ~MpiProgress() { stop(); }
    MpiProgress(const MpiProgress&) = delete;
    MpiProgress& operator=(const MpiProgress&) = delete;

    /// Throws ExchangeError if MPI's thread level is below MPI_THREAD_SERIALIZED. Each start needs a stop.
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

    RanvierComm world_;
    std::mutex mpi_;
    int depth_ = 0;  // how deeply the rank's turns are nested
    int users_ = 0;  // number of starts without a stop
    std::thread thread_;
    std::atomic<bool> stops_ = false;
};

}  // namespace ranvier::exchange
