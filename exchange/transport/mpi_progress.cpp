#include "exchange/transport/mpi_progress.hpp"

#include <chrono>

#include "exchange/error.hpp"

namespace ranvier::exchange {

namespace {

constexpr auto nap = std::chrono::microseconds(20);  // a stage of a collective takes some microseconds

}  // namespace

void MpiProgress::start() {
    int provided = MPI_THREAD_SINGLE;
    MPI_Query_thread(&provided);
    if (provided < MPI_THREAD_SERIALIZED) {
        throw ExchangeError(
            "a progress thread needs MPI_THREAD_SERIALIZED, but MPI was initialized with a lower thread level");
    }
    if (users_++ > 0) return;
    stops_ = false;
    thread_ = std::thread([this] { run(); });
}

void MpiProgress::stop() {
    if (users_ == 0) return;
    --users_;
    if (users_ > 0) return;
    stops_ = true;
    thread_.join();
}

void MpiProgress::run() {
    while (!stops_) {
        {
            const std::lock_guard turn(mpi_);
            int is_there = 0;
            MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, world_, &is_there, MPI_STATUS_IGNORE);  // makes progress on all of
                                                                                            // MPI's operations
        }
        std::this_thread::sleep_for(nap);
    }
}

}  // namespace ranvier::exchange
