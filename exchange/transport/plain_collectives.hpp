#pragma once

#include <memory>
#include <span>

#include "exchange/transport/transport.hpp"

/// Collectives built from a transport's other operations, for transports that have nothing better.

namespace ranvier::exchange {

/// A neighborhood that sends messages over a separate transport. Collective.
Task<std::unique_ptr<Neighborhood>> make_message_neighborhood(Transport& transport, std::span<const int> sources,
                                                              std::span<const int> targets);

/// A persistent alltoall that calls `alltoall` each time.
std::unique_ptr<PersistentCollective> make_repeated_alltoall(Transport& transport, std::span<const std::byte> send,
                                                             std::span<std::byte> receive);

/// A transport that builds neighborhoods and persistent collectives in these two ways.
class PlainTransport : public Transport {
  public:
    Task<std::unique_ptr<Neighborhood>> neighborhood(std::span<const int> sources,
                                                     std::span<const int> targets) override {
        return make_message_neighborhood(*this, sources, targets);
    }
    bool has_persistent_collectives() const override { return true; }
    Task<std::unique_ptr<PersistentCollective>> persistent_alltoall(std::span<const std::byte> send,
                                                                    std::span<std::byte> receive) override {
        co_return make_repeated_alltoall(*this, send, receive);
    }
};

}  // namespace ranvier::exchange
