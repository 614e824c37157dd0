#pragma once

#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "exchange/transport/transport.hpp"

/// The transport's operations on values, vectors and strings. All except send and receive are collective.

namespace ranvier::exchange {

Task<double> reduce_over_ranks(Transport& transport, double value, Reduce reduce);
Task<std::int64_t> reduce_over_ranks(Transport& transport, std::int64_t value, Reduce reduce);

/// For instance the minimum delay over all ranks [ms].
Task<double> min_over_ranks(Transport& transport, double value);

/// True on every rank if it is true on any.
Task<bool> any_over_ranks(Transport& transport, bool value);

/// The vectors of all ranks, in the order of ranks; their lengths may differ. `counts`, if given, gets each length.
template <typename T>
    requires std::is_trivially_copyable_v<T>
Task<std::vector<T>> gather_vectors(Transport& transport, std::span<const T> mine,
                                    std::vector<std::size_t>* counts = nullptr);

/// Sends counts[r] elements of `send` to each rank r; returns the elements sent to this rank, in the order of ranks.
template <typename T>
    requires std::is_trivially_copyable_v<T>
Task<std::vector<T>> exchange_vectors(Transport& transport, std::span<const T> send,
                                      std::span<const std::size_t> counts,
                                      std::vector<std::size_t>* receive_counts = nullptr);

/// The root's vector or string, on every rank.
template <typename T>
    requires std::is_trivially_copyable_v<T>
Task<std::vector<T>> broadcast_vector(Transport& transport, std::vector<T> value, int root);
Task<std::string> broadcast_string(Transport& transport, std::string value, int root);

/// Point to point. `receive` takes the next message that matches, of any length.
Task<void> send(Transport& transport, int to, int tag, std::span<const std::byte> data);
Task<std::vector<std::byte>> receive(Transport& transport, int from, int tag, Arrival* arrival = nullptr);

// --- templates ---

template <typename T>
    requires std::is_trivially_copyable_v<T>
Task<std::vector<T>> gather_vectors(Transport& transport, std::span<const T> mine, std::vector<std::size_t>* counts) {
    const std::uint64_t length = mine.size_bytes();
    std::vector<std::uint64_t> lengths(static_cast<std::size_t>(transport.size()));
    co_await transport.allgather(std::as_bytes(std::span(&length, 1)), std::as_writable_bytes(std::span(lengths)));
    const std::vector<std::size_t> bytes(lengths.begin(), lengths.end());
    std::size_t total = 0;
    for (const std::size_t n : bytes) total += n;
    std::vector<T> all(total / sizeof(T));
    co_await transport.allgatherv(std::as_bytes(mine), bytes, std::as_writable_bytes(std::span(all)));
    if (counts) {
        counts->assign(bytes.begin(), bytes.end());
        for (std::size_t& n : *counts) n /= sizeof(T);
    }
    co_return all;
}

template <typename T>
    requires std::is_trivially_copyable_v<T>
Task<std::vector<T>> exchange_vectors(Transport& transport, std::span<const T> send,
                                      std::span<const std::size_t> counts, std::vector<std::size_t>* receive_counts) {
    const auto ranks = static_cast<std::size_t>(transport.size());
    std::vector<std::uint64_t> outgoing(ranks), incoming(ranks);
    for (std::size_t r = 0; r < ranks; ++r) outgoing[r] = counts[r] * sizeof(T);
    co_await transport.alltoall(std::as_bytes(std::span<const std::uint64_t>(outgoing)),
                                std::as_writable_bytes(std::span(incoming)));
    const std::vector<std::size_t> send_bytes(outgoing.begin(), outgoing.end());
    const std::vector<std::size_t> receive_bytes(incoming.begin(), incoming.end());
    std::size_t total = 0;
    for (const std::size_t n : receive_bytes) total += n;
    std::vector<T> received(total / sizeof(T));
    co_await transport.alltoallv(std::as_bytes(send), send_bytes, std::as_writable_bytes(std::span(received)),
                                 receive_bytes);
    if (receive_counts) {
        receive_counts->assign(receive_bytes.begin(), receive_bytes.end());
        for (std::size_t& n : *receive_counts) n /= sizeof(T);
    }
    co_return received;
}

template <typename T>
    requires std::is_trivially_copyable_v<T>
Task<std::vector<T>> broadcast_vector(Transport& transport, std::vector<T> value, int root) {
    std::uint64_t length = value.size();
    co_await transport.broadcast(std::as_writable_bytes(std::span(&length, 1)), root);
    value.resize(length);
    co_await transport.broadcast(std::as_writable_bytes(std::span(value)), root);
    co_return value;
}

}  // namespace ranvier::exchange
