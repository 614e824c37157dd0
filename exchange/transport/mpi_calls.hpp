#pragma once

#include <fmt/format.h>
#include <climits>
#include <span>
#include <vector>

#include "exchange/error.hpp"
#include "exchange/mpi/library.hpp"

namespace ranvier::exchange {

/// Turns a return code into an exception with MPI's own text.
inline void check(int code, const char* call) {
    if (code == 0) return;
    char text[512];
    mpi().error_text(code, text, sizeof text);
    throw TransportError(fmt::format("{} failed: {}", call, text));
}

inline int as_count(std::size_t bytes) {
    if (bytes > INT_MAX) {
        throw TransportError(fmt::format("a message of {} bytes exceeds MPI's limit of 2 GiB", bytes));
    }
    return static_cast<int>(bytes);
}

/// Counts and offsets of the pieces of an allgatherv or alltoallv.
struct ByteCounts {
    explicit ByteCounts(std::span<const std::size_t> bytes) {
        std::size_t offset = 0;
        for (const std::size_t n : bytes) {
            counts.push_back(as_count(n));
            offsets.push_back(as_count(offset));
            offset += n;
        }
        as_count(offset);
    }
    std::vector<int> counts;
    std::vector<int> offsets;
};

/// Calls MPI_Ialltoallv or MPI_Ineighbor_alltoallv on bytes, and then complete(request, name), which waits for the
/// request. Throws TransportError with the call's name if the call fails.
template <class Call, class Complete>
void alltoallv_of_bytes(Call call, const char* name, RanvierComm ranks, std::span<const std::byte> send,
                        std::span<const std::size_t> send_counts, std::span<std::byte> receive,
                        std::span<const std::size_t> receive_counts, const Complete& complete) {
    const ByteCounts out(send_counts), in(receive_counts);  // MPI reads them until the operation completes
    RanvierRequest request;
    check(call(send.data(), out.counts.data(), out.offsets.data(), receive.data(), in.counts.data(), in.offsets.data(),
               ranks, &request),
          name);
    complete(request, name);
}

}  // namespace ranvier::exchange
