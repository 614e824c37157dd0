#include "exchange/transport/mpi_direct.hpp"

#include <algorithm>

#include "exchange/transport/mpi_calls.hpp"

namespace ranvier::exchange {

bool DirectCollectives::Round::test() {
    int done = 0;
    check(mpi().test_all(as_count(requests_.size()), requests_.data(), &done), "MPI_Testall");
    return done != 0;
}

DirectCollectives::DirectCollectives(RanvierComm comm) {
    mpi().comm_rank(comm, &rank_);
    mpi().comm_size(comm, &size_);
    if (size_ <= most_ranks) comm_ = comm;
}

void DirectCollectives::begin_alltoall(Kind kind, Round& round, std::span<const std::byte> send,
                                       std::span<std::byte> receive) const {
    const std::size_t bytes = send.size() / static_cast<std::size_t>(size_);
    begin(kind, round, send.data(), bytes, receive.data(), bytes);
}

void DirectCollectives::begin_allgather(Kind kind, Round& round, std::span<const std::byte> mine,
                                        std::span<std::byte> all) const {
    begin(kind, round, mine.data(), 0, all.data(), mine.size());
}

/// The piece for rank r lies at send + r * stride; the piece from rank r goes to receive + r * bytes.
void DirectCollectives::begin(Kind kind, Round& round, const std::byte* send, std::size_t stride, std::byte* receive,
                              std::size_t bytes) const {
    round.requests_.resize(2 * static_cast<std::size_t>(size_ - 1));
    auto request = round.requests_.begin();
    const int count = as_count(bytes);
    const int tag = static_cast<int>(kind);  // messages with the same tag arrive in the order in which they were sent
    for (int i = 1; i < size_; ++i) {
        const int from = (rank_ + size_ - i) % size_;
        check(mpi().irecv(receive + static_cast<std::size_t>(from) * bytes, count, from, tag, comm_, &*request++),
              "MPI_Irecv");
    }
    for (int i = 1; i < size_; ++i) {
        const int to = (rank_ + i) % size_;
        check(mpi().isend(send + static_cast<std::size_t>(to) * stride, count, to, tag, comm_, &*request++),
              "MPI_Isend");
    }
    const auto here = static_cast<std::size_t>(rank_);
    std::copy_n(send + here * stride, bytes, receive + here * bytes);
}

}  // namespace ranvier::exchange
