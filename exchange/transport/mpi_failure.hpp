#pragma once

#include <mpi.h>

#include <string_view>

namespace ranvier::exchange {

/// Ends all ranks of an MPI run when one of them fails: one message, exit status 1 on all.
///
/// A failing rank notifies all others. Ranks that wait in the transport poll for this now and then; all meet, the
/// lowest failing rank writes its message, and every rank finalizes MPI and exits. If ranks simply exited, the launcher
/// would kill the others and report the signal. If some rank computes too long to notice, the run is aborted.
class MpiFailure {
  public:
    /// Collective.
    explicit MpiFailure(MPI_Comm world);
    ~MpiFailure();
    MpiFailure(const MpiFailure&) = delete;
    MpiFailure& operator=(const MpiFailure&) = delete;

    /// Does not return if another rank has failed. Costs one probe.
    void leave_if_another_failed();

    /// Ends all ranks.
    [[noreturn]] void fail(std::string_view message);

  private:
    /// Meets the others and exits; returns only if they do not arrive in time.
    void meet(int failing_rank, std::string_view message);

    MPI_Comm notices_ = MPI_COMM_NULL;
    int rank_ = 0;
    int size_ = 1;
};

}  // namespace ranvier::exchange
