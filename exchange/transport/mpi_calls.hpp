#pragma once

#include <fmt/format.h>
#include <mpi.h>

#include <climits>
#include <span>
#include <string_view>
#include <vector>

#include "exchange/error.hpp"

namespace ranvier::exchange {

/// Turns a return code into an exception with MPI's own text.
inline void check(int code, const char* call) {
    if (code == MPI_SUCCESS) return;
    char text[MPI_MAX_ERROR_STRING];
    int length = 0;
    MPI_Error_string(code, text, &length);
    throw TransportError(fmt::format("{} failed: {}", call, std::string_view(text, length)));
}

inline int as_count(std::size_t bytes) {
    if (bytes > INT_MAX) {
        throw TransportError(fmt::format("a message of {} bytes is beyond MPI's limit of 2 GiB", bytes));
    }
    return static_cast<int>(bytes);
}

/// Counts and offsets of the pieces of an allgatherv or alltoallv.
struct Pieces {
    explicit Pieces(std::span<const std::size_t> bytes) {
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

}  // namespace ranvier::exchange
