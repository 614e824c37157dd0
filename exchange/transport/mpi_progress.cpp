#include "exchange/transport/mpi_progress.hpp"

#include <chrono>

#include "exchange/error.hpp"
#include "exchange/mpi/library.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

namespace {

constexpr auto between_calls = std::chrono::microseconds(20);  // a stage of a collective takes some microseconds

}  // namespace

void MpiProgress::start() {
    int is_serialized = 0;
    mpi().is_serialized(&is_serialized);
    if (!is_serialized) {
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
            mpi().iprobe(any_rank, any_tag, world_, &is_there, nullptr);  // makes progress on all of MPI's operations
        }
        std::this_thread::sleep_for(between_calls);
    }
}

}  // namespace ranvier::exchange
