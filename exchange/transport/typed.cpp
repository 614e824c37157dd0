#include "exchange/transport/typed.hpp"

namespace ranvier::exchange {

Task<double> reduce_over_ranks(Transport& transport, double value, Reduce reduce) {
    co_await transport.allreduce(std::span<double>(&value, 1), reduce);
    co_return value;
}

Task<std::int64_t> reduce_over_ranks(Transport& transport, std::int64_t value, Reduce reduce) {
    co_await transport.allreduce(std::span<std::int64_t>(&value, 1), reduce);
    co_return value;
}

Task<double> min_over_ranks(Transport& transport, double value) {
    return reduce_over_ranks(transport, value, Reduce::min);
}

Task<bool> any_over_ranks(Transport& transport, bool value) {
    const std::int64_t mine = value;
    const std::int64_t any = co_await reduce_over_ranks(transport, mine, Reduce::max);
    co_return any != 0;
}

Task<std::string> broadcast_string(Transport& transport, std::string value, int root) {
    std::uint64_t length = value.size();
    co_await transport.broadcast(std::as_writable_bytes(std::span(&length, 1)), root);
    value.resize(length);
    co_await transport.broadcast(std::as_writable_bytes(std::span(value)), root);
    co_return value;
}

Task<void> send(Transport& transport, int to, int tag, std::span<const std::byte> data) {
    const Request request = transport.isend(to, tag, data);
    co_await transport.wait(request);
}

Task<std::vector<std::byte>> receive(Transport& transport, int from, int tag, Arrival* arrival) {
    const Arrival found = co_await transport.probe(from, tag);
    std::vector<std::byte> data(found.bytes);
    transport.take(found, data);
    if (arrival) *arrival = found;
    co_return data;
}

}  // namespace ranvier::exchange
