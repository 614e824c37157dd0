#include "exchange/transport/mpi_failure.hpp"

#include <fcntl.h>
#include <sys/time.h>
#include <unistd.h>

#include <chrono>
#include <climits>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

#include "exchange/mpi/library.hpp"
#include "exchange/transport/launch.hpp"
#include "exchange/transport/mpi_worlds.hpp"
#include "exchange/transport/patience.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto until_noticed = std::chrono::milliseconds(1500);  // by other ranks, of a failure
constexpr auto longest_call = std::chrono::milliseconds(1500);   // ranks that share cores are slow to meet
constexpr int statuses = 256;

void write_message(std::string_view message) {
    const std::string line = std::string(message) + '\n';
    std::fputs(line.c_str(), stderr);
    std::fflush(stderr);
}

/// MPI's own reports of unfinished operations would only bury the message.
void silence() {
    if (const int nowhere = open("/dev/null", O_WRONLY); nowhere >= 0) {
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
        close(nowhere);
    }
}

/// Exits with this status if the following call of MPI takes too long. MPI_Finalize and MPI_Abort may wait for
/// operations that never complete, as ranks that compute do not take part in them.
void limit_time(int status) {
    static int exit_status;
    exit_status = status;
    std::signal(SIGALRM, [](int) { std::_Exit(exit_status); });
    const auto microseconds = at_least(longest_call).count();
    const itimerval once{{0, 0}, {microseconds / 1'000'000, microseconds % 1'000'000}};
    setitimer(ITIMER_REAL, &once, nullptr);
}

/// Ends all ranks. MPI_Abort completes pending messages first, for which ranks that compute never call MPI.
[[noreturn]] void end_all(RanvierComm comm, int status) {
    if (ask_launcher_to_end_all(status)) {
        std::this_thread::sleep_for(at_least(until_noticed));
    } else {
        wait_until_output_is_read();
    }
    silence();
    limit_time(status);
    mpi().abort(comm, status);
    std::_Exit(status);
}

}  // namespace

MpiFailure::MpiFailure(RanvierComm notices) : notices_(notices) {
    mpi().comm_rank(notices_, &rank_);
    mpi().comm_size(notices_, &size_);
}

MpiFailure::~MpiFailure() {
    release(notices_);
}

void MpiFailure::leave_if_another_failed() {
    if (has_failed_) return;
    int is_there = 0;
    mpi().iprobe(any_rank, 0, notices_, &is_there, nullptr);
    if (!is_there) return;
    meet({INT_MAX / statuses, 0}, {});
    if (has_failed_) return;
    std::this_thread::sleep_for(at_least(until_noticed));  // gives the failing rank time to abort
    std::fflush(stdout);
    std::_Exit(1);
}

void MpiFailure::fail(std::string_view message, int status) {
    std::fflush(stdout);
    for (int rank = 0; rank < size_; ++rank) {
        RanvierRequest sent;  // never tested: empty messages complete at once, and the process ends anyway
        if (rank != rank_) mpi().isend(nullptr, 0, rank, 0, notices_, &sent);
    }
    meet({rank_, status}, message);
    if (has_failed_) return;
    if (is_lowest_to_fail()) {
        write_message(message);
        end_all(notices_, status);
    }
    std::this_thread::sleep_for(at_least(until_noticed));
    std::_Exit(status);
}

/// Whether no notice of a lower rank has arrived.
bool MpiFailure::is_lowest_to_fail() {
    for (int rank = 0; rank < rank_; ++rank) {
        int is_there = 0;
        mpi().iprobe(rank, 0, notices_, &is_there, nullptr);
        if (is_there) return false;
    }
    return true;
}

void MpiFailure::meet(Failure own, std::string_view message) {
    std::int32_t lowest = own.rank * statuses + own.status % statuses;
    RanvierRequest met;
    if (mpi().iallreduce(&lowest, 1, ranvier_int32, ranvier_min, notices_, &met) != 0) return;
    const auto deadline = Clock::now() + at_least(until_noticed);
    for (int done = 0;;) {
        mpi().test(&met, &done);
        if (done) break;
        if (Clock::now() > deadline) return;
        std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
    std::fflush(stdout);
    if (lowest / statuses == rank_) write_message(message);
    silence();
    has_failed_ = true;
    const int status = lowest % statuses;
    limit_time(leaves_exit_ ? 1 : status);
    if (leaves_exit_) return;
    mpi().finalize();
    std::_Exit(status);
}

}  // namespace ranvier::exchange
