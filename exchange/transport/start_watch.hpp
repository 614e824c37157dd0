#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

namespace ranvier::exchange {

/// Watches, as long as it exists, whether the other ranks of this computer still run; to be held while MPI is initialized,
/// which waits for all of them. If one has ended for a second, it can never take part: ends all ranks with exit status 1,
/// and one message that names it.
///
/// Knows the ranks that mpiexec of MPICH (Hydra) starts: they are the children of its process on this computer, which
/// tells them their number (MPI_LOCALNRANKS). With other launchers it does nothing.
class StartWatch {
  public:
    StartWatch();
    ~StartWatch();
    StartWatch(const StartWatch&) = delete;
    StartWatch& operator=(const StartWatch&) = delete;

  private:
    void watch(int launcher, int ranks);

    std::mutex mutex_;
    std::condition_variable stopped_;
    bool stops_ = false;
    std::thread thread_;
};

}  // namespace ranvier::exchange
