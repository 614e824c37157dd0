#pragma once

#include <string_view>

#include "exchange/mpi/table.h"

namespace ranvier::exchange {

/// Ends all ranks of an MPI run when one of them fails: one message, and the same exit status on all.
///
/// A failing rank notifies all others. Ranks that wait in the transport poll for this now and then; all meet, the
/// lowest failing rank writes its message, and every rank finalizes MPI and exits. If ranks simply exited, the launcher
/// would kill the others and report the signal. If some rank computes too long to notice, the run is aborted.
class MpiFailure {
  public:
    /// Takes `notices`, a communicator of all ranks for this object only.
    explicit MpiFailure(RanvierComm notices);
    ~MpiFailure();
    MpiFailure(const MpiFailure&) = delete;
    MpiFailure& operator=(const MpiFailure&) = delete;

    /// Does not return if another rank has failed, unless leave_exit_to_others was called. Costs one probe.
    void leave_if_another_failed();

    /// Ends all ranks with this exit status. Does not return, unless leave_exit_to_others was called.
    void fail(std::string_view message, int status);

    /// Something else will finalize MPI and end this rank: functions that would end it return, and has_failed is true.
    void leave_exit_to_others() { leaves_exit_ = true; }
    bool has_failed() const { return has_failed_; }

  private:
    /// What the ranks agree on when they meet: the lowest failing rank and its exit status.
    struct Failure {
        int rank, status;
    };
    /// Meets the others and exits; returns only if they do not arrive in time, or after leave_exit_to_others.
    void meet(Failure own, std::string_view message);
    bool is_lowest_to_fail();

    RanvierComm notices_ = nullptr;
    int rank_ = 0;
    int size_ = 1;
    bool leaves_exit_ = false;
    bool has_failed_ = false;
};

}  // namespace ranvier::exchange
