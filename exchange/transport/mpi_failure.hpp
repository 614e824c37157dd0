#pragma once

#include <mpi.h>

#include <string_view>

namespace ranvier::exchange {

/// How the ranks of an MPI run end together when one of them fails: one message, exit status 1 on all.
///
/// A failing rank tells all others. Whoever waits in the transport looks for that now and then; all meet, the lowest
/// failing rank writes its message, and every rank finalises MPI and exits. A launcher that sees ranks die by
/// themselves would kill the rest instead, and report the signal. If some rank computes for too long to notice, the run
/// is aborted after all.
class MpiFailure {
  public:
    /// Collective.
    explicit MpiFailure(MPI_Comm world);
    ~MpiFailure();
    MpiFailure(const MpiFailure&) = delete;
    MpiFailure& operator=(const MpiFailure&) = delete;

    /// Does not return if another rank has failed. Costs a probe of a communicator.
    void leave_if_another_failed();

    /// Ends all ranks.
    [[noreturn]] void fail(std::string_view message);

  private:
    /// Meets the others and exits; returns only if they don't come in time.
    void meet(int failing_rank, std::string_view message);

    MPI_Comm notices_ = MPI_COMM_NULL;
    int rank_ = 0;
    int size_ = 1;
};

}  // namespace ranvier::exchange
