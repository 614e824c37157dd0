#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "exchange/mpi/table.h"

namespace ranvier::exchange {

/// Collectives of a few ranks with short messages: each sends its pieces to all others directly, without a tree.
///
/// A rank that sleeps during long waits has to poll, which requires nonblocking operations. MPI's nonblocking
/// collectives cost twice as much as its blocking ones (MPICH 4.0, two ranks, 100 bytes: 1.3 us and 0.66 us), whereas
/// polling plain messages costs nothing extra.
///
/// All ranks begin the same operations in the same order. Several may be pending, and may complete in any order.
class DirectCollectives {
  public:
    /// The messages of one operation.
    class Round {
      public:
        /// True once the operation is complete; the buffers may then be used.
        bool test();

      private:
        friend class DirectCollectives;
        std::vector<RanvierRequest> requests_;
    };

    /// Operations of different kinds never match each other.
    enum class Kind { barrier, reduce, reduce_scatter, gather, alltoall };

    DirectCollectives() = default;

    /// `comm` is for these messages only, and stays the caller's.
    explicit DirectCollectives(RanvierComm comm);

    /// Whether to use these messages for an operation with pieces of this many bytes; the same on all ranks.
    bool fits(std::size_t piece_bytes) const { return comm_ != nullptr && piece_bytes <= most_bytes; }

    /// Both buffers hold one piece per rank: the r-th piece goes to rank r or comes from rank r.
    void begin_alltoall(Kind kind, Round& round, std::span<const std::byte> send, std::span<std::byte> receive) const;

    /// `mine` goes to all ranks; the r-th piece of `all` comes from rank r.
    void begin_allgather(Kind kind, Round& round, std::span<const std::byte> mine, std::span<std::byte> all) const;

  private:
    static constexpr int most_ranks = 8;
    static constexpr std::size_t most_bytes = 1024;

    void begin(Kind kind, Round& round, const std::byte* send, std::size_t stride, std::byte* receive,
               std::size_t bytes) const;

    RanvierComm comm_ = nullptr;  // null if there are too many ranks
    int rank_ = 0;
    int size_ = 1;
};

}  // namespace ranvier::exchange
