#include "exchange/transport/mpi_failure.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

namespace ranvier::exchange {

namespace {

constexpr auto patience = std::chrono::seconds(3);

void write_message(std::string_view message) {
    const std::string line = std::string(message) + '\n';
    std::fputs(line.c_str(), stderr);
    std::fflush(stderr);
}

}  // namespace

MpiFailure::MpiFailure(MPI_Comm world) {
    MPI_Comm_dup(world, &notices_);
    MPI_Comm_set_errhandler(notices_, MPI_ERRORS_RETURN);
    MPI_Comm_rank(notices_, &rank_);
    MPI_Comm_size(notices_, &size_);
}

MpiFailure::~MpiFailure() {
    MPI_Comm_free(&notices_);
}

void MpiFailure::leave_if_another_failed() {
    int is_there = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, 0, notices_, &is_there, MPI_STATUS_IGNORE);
    if (!is_there) return;
    meet(INT_MAX, {});
    std::this_thread::sleep_for(patience);  // gives the failing rank time to abort
    std::_Exit(1);
}

void MpiFailure::fail(std::string_view message) {
    std::fflush(stdout);
    for (int rank = 0; rank < size_; ++rank) {
        MPI_Request sent;  // never tested: empty messages complete at once, and the process ends anyway
        if (rank != rank_) MPI_Isend(nullptr, 0, MPI_BYTE, rank, 0, notices_, &sent);
    }
    meet(rank_, message);
    write_message(message);
    MPI_Abort(notices_, 1);
    std::_Exit(1);
}

void MpiFailure::meet(int failing_rank, std::string_view message) {
    int lowest = failing_rank;
    MPI_Request met;
    if (MPI_Iallreduce(MPI_IN_PLACE, &lowest, 1, MPI_INT, MPI_MIN, notices_, &met) != MPI_SUCCESS) return;
    const auto deadline = std::chrono::steady_clock::now() + patience;
    for (int done = 0;;) {
        MPI_Test(&met, &done, MPI_STATUS_IGNORE);
        if (done) break;
        if (std::chrono::steady_clock::now() > deadline) return;
        std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
    std::fflush(stdout);
    if (lowest == rank_) write_message(message);
    // MPI's own reports of unfinished operations would only bury the message.
    if (const int nowhere = open("/dev/null", O_WRONLY); nowhere >= 0) {
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
    }
    // Operations that never complete could keep MPI from finalizing.
    std::signal(SIGALRM, [](int) { std::_Exit(1); });
    alarm(2);
    MPI_Finalize();
    std::_Exit(1);
}

}  // namespace ranvier::exchange
